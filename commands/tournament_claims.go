package commands

import (
	"context"

	"nimatron/commands/view"
	"nimatron/match"
	"nimatron/solver/explain"
)

// claimWinner notes in secret who wins from the board of the channel.
func (s *Service) claimWinner(ctx context.Context, r *Request) (view.Reply, error) {
	claim := match.LeftClaim
	if r.option(view.WinnerName) == view.ClaimRight {
		claim = match.RightClaim
	}
	t, m, err := s.referee.ClaimWinner(ctx, r.Channel, r.By.ID, claim)
	if err != nil {
		return view.Reply{}, err
	}
	asked, err := s.referee.ClaimsPosition(&t, m)
	return view.Reply{Text: view.ClaimNoted(m, asked.Variant, claim), To: view.Private{}}, err
}

// claimNotice asks two players who wins.
func (s *Service) claimNotice(ctx context.Context, n match.Notice) (reply view.Reply, ok bool, err error) {
	t, m, err := s.referee.Claims(ctx, n.Channel)
	if err != nil || m.Over {
		return view.Reply{}, false, err
	}
	asked, err := s.referee.ClaimsPosition(&t, m)
	if err != nil {
		return view.Reply{}, false, err
	}
	players := []string{m.First, m.Second}
	return view.Reply{Text: view.ClaimsText(&t, m), Card: view.Claims(&t, m, asked, s.lookFor(ctx, players...)), Notify: players}, true, nil
}

// revealNotice tells what came of claims, and why.
func (s *Service) revealNotice(ctx context.Context, n match.Notice) (reply view.Reply, ok bool, err error) {
	t, m, err := s.referee.Claims(ctx, n.Channel)
	if err != nil || !m.Over {
		return view.Reply{}, false, err
	}
	asked, err := s.referee.ClaimsPosition(&t, m)
	if err != nil {
		return view.Reply{}, false, err
	}
	result, err := s.referee.ClaimsResult(ctx, &t, m)
	if err != nil {
		return view.Reply{}, false, err
	}
	a, err := s.solver.Analyze(ctx, asked.Variant, asked.Position)
	if err != nil {
		return view.Reply{}, false, err
	}
	why := explain.Analysis(a)
	if decides := decidesText(a); decides != "" {
		why = view.Sentence(explain.Verdict(a)) + decides + "\n" + why
	}
	return view.Reply{Text: view.Reveal(&t, m, asked.Variant, result, why), Notify: []string{m.First, m.Second}, Closes: true}, true, nil
}
