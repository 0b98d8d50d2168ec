"""`python -m bastide`: the command line."""

from bastide.cli.app import main

if __name__ == "__main__":
    main()
