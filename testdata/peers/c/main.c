// A peer's conversation with the driver: see ../compare/main.go.
#include "peer.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void *check(void *p, const char *what)
{
	if (!p) {
		perror(what);
		exit(1);
	}
	return p;
}

// zeros returns n zeros that begin a cache line.
static double *zeros(size_t n)
{
	size_t size = (n * sizeof(double) + 63) / 64 * 64;
	return memset(check(aligned_alloc(64, size), "memory"), 0, size);
}

static double *load(const char *folder, const char *name, size_t n)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *f = check(fopen(path, "rb"), path);
	double *v = zeros(n);
	if (fread(v, sizeof(double), n, f) != n) {
		fprintf(stderr, "%s: too short\n", path);
		exit(1);
	}
	fclose(f);
	return v;
}

static long long now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(int argc, char **argv)
{
	if (argc != 4) {
		fprintf(stderr, "usage: %s N K FOLDER\n", argv[0]);
		return 2;
	}
	int n = atoi(argv[1]), k = atoi(argv[2]);
	struct circuit c = {
		.n = n, .k = k,
		.w = load(argv[3], "weights.f64", (size_t)k * n), .m = zeros((size_t)k * k), .gain = zeros(k),
		.first = zeros(k), .y = zeros(k),
		.stimuli = load(argv[3], "stimuli.f64", (size_t)RING * n),
	};
	for (int i = 0; i < k; i++) {
		c.m[i * k + i] = 1;
		c.gain[i] = 1 - 0.3 * i / (k - 1);
	}
	char command[8], argument[4096];
	while (scanf("%7s %4095s", command, argument) == 2) {
		if (command[0] == 'r') { // run STEPS
			long steps = atol(argument);
			long long start = now();
			run(&c, steps);
			printf("%lld\n", now() - start);
		} else { // save FILE
			settle(&c);
			FILE *f = check(fopen(argument, "wb"), argument);
			fwrite(c.w, sizeof(double), (size_t)k * n, f);
			fwrite(c.m, sizeof(double), (size_t)k * k, f);
			fclose(f);
			puts("saved");
		}
		fflush(stdout);
	}
}
