version, scalartype = "of the tests", "double"
