// What a simulator answers, under Node: answers.js PROGRAM GLUE reads a list of experiments as JSON from the standard
// input, and writes the SHA-256 of the weights after each, or why it was refused.

const {readFileSync} = require('node:fs');
const {runInThisContext} = require('node:vm');
const {gunzipSync} = require('node:zlib');

const [, , program, glue] = process.argv;

async function load() {
	runInThisContext(readFileSync(glue, 'utf8'));
	const go = new Go();
	const {instance} = await WebAssembly.instantiate(gunzipSync(readFileSync(program)), go.importObject);
	go.run(instance); // it runs until this process ends
}

function answer(experiment) {
	try {
		simulator.open(JSON.stringify(experiment));
		simulator.steps(experiment.steps);
		return simulator.hash(0);
	} catch (error) {
		return error.message;
	}
}

load().then(() => {
	const answers = JSON.parse(readFileSync(0, 'utf8')).map(answer);
	process.stdout.write(JSON.stringify(answers), () => process.exit(0));
});
