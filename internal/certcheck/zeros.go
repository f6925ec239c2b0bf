package certcheck

import (
	"encoding/json"
	"strings"
)

// readParts reads the parts of a sum. For each lost one that is too large to play out the certificate has another.
func (s *sums) readParts(text, game string) {
	var zeros []json.RawMessage
	if given := s.given["zeros"]; game == "sum" && given != nil {
		s.want["zeros"] = given
		must(json.Unmarshal(given, &zeros) == nil, "the list of lost parts can't be read")
	}
	for one := range strings.SplitSeq(text, " + ") {
		if text == "0" {
			break
		}
		must(len(s.parts) < 6, "a sum has at most 6 parts")
		p := s.lostPart(one, zeros)
		if p == nil {
			p = s.read(one, game == "partizan-sum")
		}
		s.parts = append(s.parts, p)
	}
	must(zeros == nil || len(zeros) == len(s.parts), "the list of lost parts is not as long as the sum")
}

// lostPart checks the certificate of the next part, which is worth 0 if it is lost under normal play. It returns nil
// for a part without one.
func (s *sums) lostPart(text string, zeros []json.RawMessage) *part {
	i := len(s.parts)
	if i >= len(zeros) || string(zeros[i]) == "null" {
		return nil
	}
	certificate := zeros[i]
	var of struct{ Variant, Position, Claim string }
	must(json.Unmarshal(certificate, &of) == nil && of.Variant+" "+of.Position == text, "%.40q is no certificate of %.40q", certificate, text)
	id := []byte(`"` + of.Variant + `"`)
	impartial := variantForm.Compiled().Match(id) && of.Variant != "partizan-end-nim" || boardForm.Compiled().Match(id) && of.Variant != "coloured-depot-nim"
	must(impartial && of.Claim == "P" && !strings.Contains(of.Variant, "reverse") && !strings.HasSuffix(of.Variant, "/misere") && of.Position != "0", "%.40q is no lost part of this sum", text)
	err := Check(certificate)
	must(err == nil, "%.40q: %v", text, err)
	return &part{zero: true}
}
