// The job that one would write in C: trials of ifPSP on Gaussian stimuli that are drawn in the
// loop, along the axes, with K eigenvalues from `first` to `last` and the others `floor`.
// Nothing is recorded. At its end each trial prints E_Pro.
//
//     job N K first last floor steps trials a t0 tau [a t0 tau …]
//
// It runs the trials of each setting, with α_t = a/(t0+t) and Λ from 1 to 0.7.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 88172645463325252u;

static double uniform(void) // in (0, 1)
{
	state ^= state << 13, state ^= state >> 7, state ^= state << 17;
	return ((double)(state >> 11) + 0.5) * 0x1p-53;
}

static void normals(int n, double *restrict x) // by Box and Muller
{
	for (int i = 0; i < n; i += 2) {
		double r = sqrt(-2 * log(uniform())), angle = 6.283185307179586 * uniform();
		x[i] = r * cos(angle);
		if (i + 1 < n)
			x[i + 1] = r * sin(angle);
	}
}

// trace_norm returns the sum of the singular values of A [k×k], by Jacobi rotations of its columns.
static double trace_norm(int k, double *a)
{
	double sum = 0;
	for (int sweep = 0; sweep < 60; sweep++)
		for (int p = 0; p < k; p++)
			for (int q = p + 1; q < k; q++) {
				double pp = 0, qq = 0, pq = 0;
				for (int i = 0; i < k; i++)
					pp += a[i * k + p] * a[i * k + p], qq += a[i * k + q] * a[i * k + q], pq += a[i * k + p] * a[i * k + q];
				double angle = 0.5 * atan2(2 * pq, pp - qq), c = cos(angle), s = sin(angle);
				for (int i = 0; i < k; i++) {
					double u = a[i * k + p], v = a[i * k + q];
					a[i * k + p] = c * u + s * v, a[i * k + q] = c * v - s * u;
				}
			}
	for (int p = 0; p < k; p++) {
		double pp = 0;
		for (int i = 0; i < k; i++)
			pp += a[i * k + p] * a[i * k + p];
		sum += sqrt(pp);
	}
	return sum;
}

// e_pro returns the error of Λ⁻¹F with F = (I − M_d⁻¹M_o) M_d⁻¹W against the first k axes.
static double e_pro(int n, int k, const double *w, const double *m, const double *gain)
{
	double *top = malloc(sizeof *top * k * k), norm = 0;
	for (int i = 0; i < k; i++)
		for (int j = 0; j < n; j++) {
			double f = 2 * w[(size_t)i * n + j] / m[i * k + i];
			for (int l = 0; l < k; l++)
				f -= m[i * k + l] / m[i * k + i] * w[(size_t)l * n + j] / m[l * k + l];
			f /= gain[i];
			norm += f * f;
			if (j < k)
				top[j * k + i] = f;
		}
	double error = (norm + k - 2 * trace_norm(k, top)) / k;
	free(top);
	return error;
}

int main(int count, char **arg)
{
	if (count < 11 || (count - 8) % 3)
		return 2;
	int n = atoi(arg[1]), k = atoi(arg[2]);
	double first = atof(arg[3]), last = atof(arg[4]), floor = atof(arg[5]);
	long steps = atol(arg[6]), trials = atol(arg[7]);
	double *w = malloc(sizeof *w * k * n), *m = malloc(sizeof *m * k * k), *x = malloc(sizeof *x * (n + 1)), *seen = calloc(n, sizeof *x);
	double *size = malloc(sizeof *size * n), *gain = malloc(sizeof *gain * k), *y1 = malloc(sizeof *y1 * k), *y = calloc(k, sizeof *y);
	for (int j = 0; j < n; j++)
		size[j] = sqrt(j >= k ? floor : first + (last - first) * j / (k - 1));
	for (int i = 0; i < k; i++)
		gain[i] = 1 - 0.3 * i / (k - 1);
	for (long run = 0; run < trials * ((count - 8) / 3); run++) {
		char **setting = arg + 8 + run / trials * 3;
		const double a = atof(setting[0]), t0 = atof(setting[1]), tau = atof(setting[2]);
		for (int i = 0; i < k; i++)
			normals(n, x), memcpy(w + (size_t)i * n, x, sizeof *w * n);
		for (long i = 0; i < (long)k * n; i++)
			w[i] /= sqrt(n);
		for (int i = 0; i < k * k; i++)
			m[i] = i % (k + 1) == 0;
		double rate = 0; // of the change of W that is still to be made
		for (long t = 1; t <= steps; t++) {
			normals(n, x);
			for (int j = 0; j < n; j++)
				x[j] *= size[j];
			for (int i = 0; i < k; i++) { // learn from the stimulus before, transmit this one
				double *restrict row = w + (size_t)i * n;
				const double keep = 1 - rate, drive = rate * y[i];
				double sum = 0;
				for (int j = 0; j < n; j++) {
					row[j] = keep * row[j] + drive * seen[j];
					sum += row[j] * x[j];
				}
				y1[i] = sum / m[i * k + i];
			}
			rate = a / (t0 + t);
			for (int i = 0; i < k; i++) {
				double sum = 0;
				for (int j = 0; j < k; j++)
					sum += m[i * k + j] * y1[j];
				y[i] = 2 * y1[i] - sum / m[i * k + i];
			}
			for (int i = 0; i < k; i++)
				for (int j = 0; j < k; j++)
					m[i * k + j] += rate / tau * (y[i] * y[j] - gain[i] * gain[j] * m[i * k + j]);
			memcpy(seen, x, sizeof *x * n);
		}
		for (int i = 0; i < k; i++)
			for (int j = 0; j < n; j++)
				w[(size_t)i * n + j] += rate * (y[i] * seen[j] - w[(size_t)i * n + j]);
		printf("%.6g\n", e_pro(n, k, w, m, gain));
	}
	return 0;
}
