package rating

import "math"

// Tau is the constant of the system, which damps changes of volatility (step 1
// of the paper, which recommends 0.3 to 1.2).
const Tau = 0.5

const (
	// scale is the points in one unit of the paper's own scale: 400/ln(10), with
	// the digits that the paper gives.
	scale = 173.7178
	// tolerance bounds the error of the logarithm of the squared volatility. The paper has 1e-6; this is
	// finer, so that the order of games never shows.
	tolerance = 1e-9
	// maxSteps bounds the search for the volatility. It takes about four steps, and fewer than thirty for
	// extreme results.
	maxSteps = 100
)

// update is steps 2 to 8 of the paper for a player with at least one game, as they
// stand there: nothing is checked or clamped.
func update(r Rating, games []Game) Rating {
	mu, phi := (r.Value-StartValue)/scale, r.Deviation/scale
	v, delta := evidence(mu, games)
	sigma := volatility(phi, r.Volatility, v, delta)
	star := math.Hypot(phi, sigma)
	phi = 1 / math.Sqrt(1/(star*star)+1/v)
	mu += phi * phi * delta / v
	return Rating{Value: StartValue + scale*mu, Deviation: scale * phi, Volatility: sigma}
}

// evidence is steps 3 and 4: the variance v of the rating as the games alone would
// estimate it, and the improvement delta that they suggest.
func evidence(mu float64, games []Game) (v, delta float64) {
	var information, surprise float64
	for _, game := range games {
		g := attenuation(game.Opponent.Deviation / scale)
		e := expected(mu-(game.Opponent.Value-StartValue)/scale, g)
		information += g * g * e * (1 - e)
		surprise += g * (game.Score - e)
	}
	return 1 / information, surprise / information
}

// attenuation is the paper's g: the weight of a result, given the uncertainty of the opponent's
// strength, from 1 (none) down to 0.
func attenuation(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// expected is the paper's E: the expected score of a player who is ahead by lead.
func expected(lead, g float64) float64 { return 1 / (1 + math.Exp(-g*lead)) }

// volatility is step 5: it looks for the zero of f by the Illinois variant of regula falsi.
func volatility(phi, sigma, v, delta float64) float64 {
	known, a := phi*phi+v, math.Log(sigma*sigma)
	f := func(x float64) float64 {
		ex := math.Exp(x)
		return ex*(delta*delta-known-ex)/(2*(known+ex)*(known+ex)) - (x-a)/(Tau*Tau)
	}
	// The paper lowers B by Tau until f is not negative there. One step is enough: the fraction in f is never
	// below -1/2, and the rest is 1/Tau.
	A, B := a, a-Tau
	if delta*delta > known {
		B = math.Log(delta*delta - known)
	}
	fA, fB := f(A), f(B)
	for step := 0; math.Abs(B-A) > tolerance && step < maxSteps; step++ {
		C := A + (A-B)*fA/(fB-fA)
		fC := f(C)
		if fC*fB <= 0 {
			A, fA = B, fB
		} else {
			fA /= 2
		}
		B, fB = C, fC
	}
	return math.Exp(A / 2)
}
