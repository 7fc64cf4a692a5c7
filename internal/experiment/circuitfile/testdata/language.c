// Steps of published circuits as loops that are written for one circuit alone: language CIRCUIT N K. For each number of steps on
// standard input it prints the nanoseconds that a step took. One pass over W learns from the last stimulus and transmits the next.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define RATE 1e-6

static int n, k;
static double *w, *x, *y, *first, *theta, *v;

static double positive(double u) { return u > 0 ? u : 0; }

static double random_number(void) { return rand() / (RAND_MAX + 1.0) / n; }

// second_turn sets y to the rectified outputs of the second turn, with lateral weights of l.
static void second_turn(double l)
{
	double sum = 0;
	for (int i = 0; i < k; i++)
		sum += first[i] = positive(v[i]);
	for (int i = 0; i < k; i++)
		y[i] = positive(v[i] - l * (sum - first[i]));
}

static void bcm(void)
{
	for (int i = 0; i < k; i++) {
		double *restrict row = w + (size_t)i * n;
		const double *restrict in = x, drive = RATE * y[i] * (y[i] - theta[i]);
		double sum = 0;
		for (int j = 0; j < n; j++) {
			row[j] += drive * in[j];
			sum += row[j] * in[j];
		}
		theta[i] += 0.1 * (y[i] * y[i] - theta[i]);
		v[i] = sum;
	}
	second_turn(0.3);
}

static void soft_bounds(void)
{
	for (int i = 0; i < k; i++) {
		double *restrict row = w + (size_t)i * n;
		const double *restrict in = x, post = y[i], decay = 0.3 * post * post;
		double sum = 0;
		for (int j = 0; j < n; j++) {
			const double free = 1 - row[j];
			row[j] += RATE * (post * in[j] * (free * free) - decay * row[j]);
			sum += row[j] * in[j];
		}
		v[i] = sum;
	}
	second_turn(0.35);
}

static void reward_hebb(void)
{
	for (int i = 0; i < k; i++) {
		double *restrict row = w + (size_t)i * n;
		const double *restrict in = x, drive = x[n] * y[i];
		double sum = 0;
		for (int j = 0; j < n; j++) {
			row[j] += RATE * (drive * in[j] - 0.25 * row[j]);
			sum += row[j] * in[j];
		}
		y[i] = sum > 1 ? 1 : positive(sum);
	}
}

int main(int count, char **arguments)
{
	if (count != 4)
		return 2;
	void (*step)(void) = !strcmp(arguments[1], "bcm") ? bcm : !strcmp(arguments[1], "soft-bounds") ? soft_bounds : reward_hebb;
	n = atoi(arguments[2]), k = atoi(arguments[3]);
	w = malloc(sizeof *w * n * k), x = malloc(sizeof *x * (n + 1));
	y = calloc(k, sizeof *y), first = calloc(k, sizeof *y), theta = calloc(k, sizeof *y), v = calloc(k, sizeof *y);
	for (int i = 0; i < n * k; i++)
		w[i] = random_number();
	for (int j = 0; j <= n; j++)
		x[j] = random_number();
	for (long steps; scanf("%ld", &steps) == 1;) {
		struct timespec from, to;
		clock_gettime(CLOCK_MONOTONIC, &from);
		for (long t = 0; t < steps; t++)
			step();
		clock_gettime(CLOCK_MONOTONIC, &to);
		printf("%.1f\n", ((to.tv_sec - from.tv_sec) * 1e9 + (to.tv_nsec - from.tv_nsec)) / steps);
		fflush(stdout);
	}
	return 0;
}
