"""`python -m mneme_cli`, the same as `mneme`."""

from mneme_cli.entry import main

if __name__ == "__main__":
    main()
