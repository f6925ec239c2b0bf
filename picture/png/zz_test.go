package png
import ("testing";"os";"time";"slices")
func TestZZ(t *testing.T){
 for _,name := range []string{"row","tree"} {
  lines,_:=os.ReadFile("/tmp/w/pictmp/"+name+".lines")
  var d deflater
  var took []time.Duration
  var out []byte
  for range 3000 { from:=time.Now(); out=d.compress(out[:0],lines,801); took=append(took,time.Since(from)) }
  slices.Sort(took)
  t.Log(name,len(out),took[300])
 }
}
