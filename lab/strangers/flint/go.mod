module flint

go 1.19
