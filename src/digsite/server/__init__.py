"""The service: tables for people, bots and programs. Imported only by `digsite serve` and `digsite admin`."""

import logging

logging.getLogger("digsite").addHandler(logging.NullHandler())  # commands print what matters; servers set up their log
