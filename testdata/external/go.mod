module example.org/external

go 1.26.0

require twophase v0.0.0

replace twophase => ../.. // the clone
