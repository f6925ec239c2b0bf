package certcheck

import (
	"encoding/json"
	"strings"
)

// lostPart checks the certificate of a part, which is worth 0 if it is lost under normal play.
func (s *sums) lostPart(text string, certificate json.RawMessage) *part {
	var of struct{ Variant, Position, Claim string }
	must(json.Unmarshal(certificate, &of) == nil && of.Variant+" "+of.Position == text, "%.40q is no certificate of %.40q", certificate, text)
	id := []byte(`"` + of.Variant + `"`)
	impartial := variantForm.Compiled().Match(id) && of.Variant != "partizan-end-nim" || boardForm.Compiled().Match(id) && of.Variant != "coloured-depot-nim"
	must(impartial && of.Claim == "P" && !strings.Contains(of.Variant, "reverse") && !strings.HasSuffix(of.Variant, "/misere") && of.Position != "0", "%.40q is no lost part of this sum", text)
	err := Check(certificate)
	must(err == nil, "%.40q: %v", text, err)
	return &part{zero: true}
}
