package wording

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// malformed returns the error of a text that is not a number.
func malformed(text string) error {
	text = strings.TrimSpace(text)
	if notFinite.MatchString(text) {
		return fmt.Errorf("%s is not a finite number", Quote(text))
	}
	if meant := meant(text); meant != "" {
		return fmt.Errorf("%s is not a number: write %s", Quote(text), meant)
	}
	return fmt.Errorf("%s is not a number", Quote(text))
}

// NearNumber reports whether a text is a number, or was probably meant as one.
func NearNumber(text string) bool {
	text = strings.TrimSpace(text)
	return IsNumber(text) || meant(text) != "" || several.MatchString(text) || notFinite.MatchString(text)
}

var (
	notFinite = regexp.MustCompile(`(?i)^[-+]?\.?(nan|inf(inity)?)$`)
	prefixed  = regexp.MustCompile(`(?i)^[-+]?0[xob][0-9a-f_.]`)
	thousands = regexp.MustCompile(`^[-+]?[0-9]{1,3}(,[0-9]{3})+$`)
	spaced    = regexp.MustCompile(`^[-+]?[0-9]{1,3}( [0-9]{3})+$`) // of other lengths they may be several numbers
	several   = regexp.MustCompile(`^[-+]?[0-9]+( [0-9]+)+$`)
	separated = regexp.MustCompile(`^[-+]?[0-9]+([_'][0-9]+)+([.eE].*)?$`)
)

// maxMeant is the length of the longest text for which meant has advice.
const maxMeant = 60

// meant returns the number that was probably meant, in valid form, or "" if it is not known.
func meant(text string) string {
	if len(text) > maxMeant {
		return ""
	}
	sure := func(meant string) string {
		if IsNumber(meant) {
			return meant
		}
		return ""
	}
	switch {
	case strings.HasPrefix(text, "−"): // the minus of a word processor
		return sure("-" + strings.TrimPrefix(text, "−"))
	case prefixed.MatchString(text):
		if v, err := strconv.ParseInt(text, 0, 64); err == nil {
			return strconv.FormatInt(v, 10)
		}
		if v, err := strconv.ParseFloat(text, 64); err == nil {
			return Format(v)
		}
		return ""
	case thousands.MatchString(text):
		all := strings.ReplaceAll(text, ",", "")
		if before, after, _ := strings.Cut(text, ","); len(before)+len(after) == len(all) { // one comma
			return before + "." + after + " or " + all
		}
		return all
	case strings.Count(text, ",") == 1:
		return sure(strings.Replace(text, ",", ".", 1))
	case spaced.MatchString(text):
		return strings.ReplaceAll(text, " ", "")
	case separated.MatchString(text):
		return sure(strings.NewReplacer("_", "", "'", "").Replace(text))
	}
	return ""
}
