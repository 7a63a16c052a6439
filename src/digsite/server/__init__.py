"""The service: tables for people, bots and programs. Imported only by `digsite serve` and `digsite admin`."""
