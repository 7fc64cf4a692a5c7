package kernel_test

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// An Intel processor takes some hundred cycles for an SSE instruction while the upper
// halves of the registers of AVX are in use: one in the step made it three times as slow.
// So the assembly has only instructions in the encodings of AVX, and clears the upper
// halves before it goes back to what the Go compiler writes, which is SSE.
func TestAssemblyIsOnlyAVX(t *testing.T) {
	var files []string
	err := filepath.WalkDir("../../..", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && entry.Name() == ".git" {
			return filepath.SkipDir
		}
		if err == nil && strings.HasSuffix(path, "_amd64.s") {
			files = append(files, filepath.ToSlash(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"../../../internal/numerics/kernel/kernel_amd64.s", "../../../internal/numerics/random/normal_amd64.s"} {
		if !slices.Contains(files, file) {
			t.Errorf("%s is not among the files found: %q", file, files)
		}
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if vectorInstruction.Find(text) == nil {
			t.Errorf("no AVX instruction was found in %s", file)
		}
		for _, fault := range slowTransitions(string(text)) {
			t.Errorf("%s:%s", file, fault)
		}
	}
}

// A processor with AVX2 alone meets no instruction of AVX-512: all stand behind a question for
// wide.
func TestAVX512IsGuarded(t *testing.T) {
	text, err := os.ReadFile("kernel_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	if faults := unguarded(string(text)); faults != nil {
		t.Errorf("%d unguarded lines, the first one is kernel_amd64.s:%s", len(faults), faults[0])
	}
	const routine = "TEXT ·fAVX2(SB), NOSPLIT, $0-8\n"
	const question = "\tCMPB ·wide+0(SB), $0x00\n\tJE narrow\n"
	for text, want := range map[string]int{
		routine + "\tVXORPD Y15, Y0, Y0\n":                                   0,
		routine + "\tVXORPD Z0, Z0, Z0\n":                                    1,
		routine + "\tVXORPD X16, X0, X0\n":                                   1,
		routine + "\tKMOVW AX, K1\n":                                         1,
		routine + question + "\tVXORPD Z0, Z0, Z0\nnarrow:\n\tRET\n":         0,
		routine + question + "narrow:\n\tVXORPD Z0, Z0, Z0\n":                1,
		routine + question + routine + "\tVXORPD Z0, Z0, Z0\n":               1,
		"TEXT ·gAVX512(SB), NOSPLIT, $0-8\n\tVXORPD Z0, Z0, Z0\n":            0,
		"TEXT ·gAVX512(SB), NOSPLIT, $0-8\n" + routine + "\tKTESTB K1, K1\n": 1,
	} {
		if got := unguarded(text); len(got) != want {
			t.Errorf("%q: %q, want %d", text, got, want)
		}
	}
}

// unguarded lists the lines with a register that AVX2 does not have, but for those of
// routines for AVX-512 and those between a question for wide and the label "narrow".
func unguarded(text string) (faults []string) {
	guarded := false
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(comment.ReplaceAllString(line, ""))
		switch {
		case strings.HasPrefix(line, "TEXT"):
			guarded = strings.Contains(line, "AVX512(SB)")
		case strings.HasPrefix(line, "CMPB") && strings.Contains(line, "·wide+0(SB)"):
			guarded = true
		case line == "narrow:":
			guarded = false
		case !guarded && registerOfAVX512.MatchString(line):
			faults = append(faults, fmt.Sprintf("%d: %s", n, line))
		}
	}
	return faults
}

func TestSlowTransitions(t *testing.T) {
	const begin, end = "TEXT ·f(SB), NOSPLIT, $0-8\n\tVMOVUPD (AX), Y1\n", "\tVZEROUPPER\n\tRET\n"
	for text, want := range map[string]string{
		"":                                     "",
		"\tVMOVQ CX, X0\n":                     "",
		"\tMOVQ CX, AX // not into X0\n":       "",
		"\tMOVQ CX, AX /* X0 */\n":             "",
		"\tMOVQ X0x+0(FP), AX\n":               "",
		"\tVERR AX\n":                          "",
		"\tKMOVW K1, AX\n":                     "",
		"\tMOVQ CX, X0\n":                      "3: MOVQ CX, X0: an SSE instruction",
		"\tMOVQ X0, CX\n":                      "3: MOVQ X0, CX: an SSE instruction",
		"label: MOVQ CX, X15\n":                "3: MOVQ CX, X15: an SSE instruction",
		"\tVXORPD Y0, Y0, Y0; MOVQ CX,X0\n":    "3: MOVQ CX,X0: an SSE instruction",
		"/* two\nlines */ MOVSD a+16(FP), X0":  "4: MOVSD a+16(FP), X0: an SSE instruction",
		"\tMOVUPS (AX)(CX*8), X7\n":            "3: MOVUPS (AX)(CX*8), X7: an SSE instruction",
		"\tSQRTSD X0, X1\n":                    "3: SQRTSD X0, X1: an SSE instruction",
		"\tPXOR M0, M1\n":                      "3: PXOR M0, M1: an SSE instruction",
		"\tCVTTSD2SQ (AX), CX\n":               "3: CVTTSD2SQ (AX), CX: an SSE instruction",
		"\tCMPXCHG16B (AX)\n":                  "",
		"\tBYTE $0x66; NOP\n":                  "3: BYTE $0x66: an instruction in bytes, which this test cannot read",
		"#define STEP MOVQ CX, X0\n":           "3: #define STEP MOVQ CX, X0: a macro, which this test cannot read",
		"\tRET\n":                              "3: RET: the upper halves are not cleared",
		"\tVZEROUPPER\nback:\n\tRET\n":         "5: RET: the upper halves are not cleared",
		"\tVZEROUPPER\n\tXORQ AX, AX\n\tRET\n": "5: RET: the upper halves are not cleared",
		"\tCALL ·g(SB)\n":                      "3: CALL ·g(SB): the upper halves are not cleared",
		"\tJMP ·g(SB)\n":                       "3: JMP ·g(SB): the upper halves are not cleared",
		"\tVZEROUPPER\n\tJMP ·g(SB)\n":         "",
		"\tJMP again\n":                        "",
	} {
		if got := strings.Join(slowTransitions(begin+text+"\n"+end), "; "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	scalar := "TEXT ·f(SB), NOSPLIT, $0-8\n\tINCQ AX\n\tRET\n"
	if got := slowTransitions(begin + end + scalar); got != nil {
		t.Errorf("a routine without vectors need not clear them: %q", got)
	}
}

var (
	comment           = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/`)
	labels            = regexp.MustCompile(`^\s*([\pL_][\pL\pN_]*:\s*)+`)
	vectorRegister    = regexp.MustCompile(`(^|[^\pL\pN_·])([XYZ]([12]?[0-9]|3[01])|M[0-7])($|[^\pL\pN_·+<])`)
	vectorInstruction = regexp.MustCompile(`(?m)^\s*V[A-Z0-9]+\s`)
	registerOfAVX512  = regexp.MustCompile(`\b(Z[0-9]+|K[0-7]|[XY](1[6-9]|2[0-9]|3[01]))\b`)
	conversion        = regexp.MustCompile(`^CVT`) // reads a vector's number, perhaps from memory
	rawBytes          = []string{"BYTE", "WORD", "LONG", "QUAD"}
	directives        = []string{"DATA", "GLOBL", "PCDATA", "FUNCDATA"}
)

// slowTransitions lists the instructions of a text in Go's assembly for amd64 that an
// Intel processor is slow at between those of AVX, as "line: instruction: fault". All
// instructions in the encodings of AVX and its successors begin with V, if they touch a
// vector; no others that touch one do.
func slowTransitions(text string) (faults []string) {
	text = comment.ReplaceAllStringFunc(text, func(c string) string { return strings.Repeat("\n", strings.Count(c, "\n")) })
	vectors, cleared := false, false // in this routine; just before this instruction
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		for instruction := range strings.SplitSeq(lines.Text(), ";") {
			fault := func(what string) {
				faults = append(faults, fmt.Sprintf("%d: %s: %s", n, strings.TrimSpace(instruction), what))
			}
			if label := labels.FindString(instruction); label != "" {
				instruction, cleared = instruction[len(label):], false
			}
			instruction = strings.TrimSpace(instruction)
			name, operands, _ := strings.Cut(strings.ReplaceAll(instruction, "\t", " "), " ")
			touches := vectorRegister.MatchString(operands)
			switch {
			case name == "" || strings.HasPrefix(name, "#include") || slices.Contains(directives, name):
				continue
			case name == "TEXT":
				vectors, cleared = false, false
				continue
			case strings.HasPrefix(name, "#"):
				fault("a macro, which this test cannot read")
			case slices.Contains(rawBytes, name):
				fault("an instruction in bytes, which this test cannot read")
			case name == "RET", name == "CALL", name == "JMP" && strings.Contains(operands, "(SB)"):
				if vectors && !cleared {
					fault("the upper halves are not cleared")
				}
			case (touches || conversion.MatchString(name)) && !strings.HasPrefix(name, "V"):
				fault("an SSE instruction")
			}
			vectors = vectors || touches
			cleared = name == "VZEROUPPER" || name == "VZEROALL"
		}
	}
	return faults
}
