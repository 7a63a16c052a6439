from digsite.cli import main

main()
