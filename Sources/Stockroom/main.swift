internal import StockroomCLI

StockroomProgram.main()
