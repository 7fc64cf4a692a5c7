// unpack returns the program from the text of the page, which is gzip in base 64, as bytes.
export async function unpack(text) {
	try {
		const packed = new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]);
		return await new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
	} catch {
		throw new Error('The simulator in this page is damaged. Get the page again.');
	}
}
