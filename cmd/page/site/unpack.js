// unpack returns what a file in the format LZMA holds, which is a quarter smaller than what browsers
// unpack themselves. The names are those of LZMA's specification.
"use strict";

function unpack(file) {
  const header = new DataView(file.buffer, file.byteOffset);
  const lc = file[0] % 9, lp = Math.floor(file[0] / 9) % 5, pb = Math.floor(file[0] / 45);
  const out = new Uint8Array(header.getUint32(5, true));
  let at = 18, range = -1, code = header.getInt32(14);

  // What has been learnt of each bit, all in one list: the chance of a 0, of 2048.
  let size = 0;
  const room = (bits) => (size += bits) - bits;
  const length = () => ({ choice: room(2), low: room(16 << 3), mid: room(16 << 3), high: room(1 << 8) });
  const isMatch = room(12 << 4), isRep = room(12), isRepG0 = room(12), isRepG1 = room(12), isRepG2 = room(12), isRep0Long = room(12 << 4);
  const slots = room(4 << 6), special = room(128), align = room(1 << 4), ofMatch = length(), ofRep = length();
  const literals = room(0x300 << (lc + lp));
  const probs = new Uint16Array(size).fill(1024);

  const top = 1 << 31; // turns an unsigned comparison into a signed one
  const bit = (i) => {
    const p = probs[i], bound = Math.imul(range >>> 11, p);
    const one = (code ^ top) >= (bound ^ top);
    if (one) {
      range = (range - bound) | 0;
      code = (code - bound) | 0;
      probs[i] = p - (p >> 5);
    } else {
      range = bound;
      probs[i] = p + ((2048 - p) >> 5);
    }
    if (range >>> 24 === 0) {
      range <<= 8;
      code = (code << 8) | file[at++];
    }
    return one ? 1 : 0;
  };
  const tree = (from, bits) => {
    let m = 1;
    for (let i = 0; i < bits; i++) m = (m << 1) | bit(from + m);
    return m - (1 << bits);
  };
  const reverse = (from, bits) => {
    let m = 1, value = 0;
    for (let i = 0; i < bits; i++) {
      const b = bit(from + m);
      m = (m << 1) | b;
      value |= b << i;
    }
    return value;
  };
  const direct = (bits) => {
    let value = 0;
    for (; bits > 0; bits--) {
      range >>>= 1;
      const one = (code ^ top) >= (range ^ top);
      if (one) code = (code - range) | 0;
      value = (value << 1) | (one ? 1 : 0);
      if (range >>> 24 === 0) {
        range <<= 8;
        code = (code << 8) | file[at++];
      }
    }
    return value;
  };
  const lengthOf = (of, posState) => {
    if (!bit(of.choice)) return tree(of.low + (posState << 3), 3);
    if (!bit(of.choice + 1)) return 8 + tree(of.mid + (posState << 3), 3);
    return 16 + tree(of.high, 8);
  };

  let pos = 0, state = 0, rep0 = 0, rep1 = 0, rep2 = 0, rep3 = 0;
  while (pos < out.length) {
    const posState = pos & ((1 << pb) - 1);
    if (!bit(isMatch + (state << 4) + posState)) {
      const before = pos > 0 ? out[pos - 1] : 0;
      const from = literals + 0x300 * (((pos & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
      let symbol = 1;
      if (state >= 7) {
        for (let match = out[pos - rep0 - 1]; symbol < 0x100; ) {
          const b = (match >> 7) & 1, own = bit(from + ((1 + b) << 8) + symbol);
          match <<= 1;
          symbol = (symbol << 1) | own;
          if (own !== b) break;
        }
      }
      while (symbol < 0x100) symbol = (symbol << 1) | bit(from + symbol);
      out[pos++] = symbol;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let long;
    if (bit(isRep + state)) {
      if (!bit(isRepG0 + state)) {
        if (!bit(isRep0Long + (state << 4) + posState)) {
          out[pos] = out[pos - rep0 - 1];
          pos++;
          state = state < 7 ? 9 : 11;
          continue;
        }
      } else {
        let distance = rep1;
        if (bit(isRepG1 + state)) {
          distance = rep2;
          if (bit(isRepG2 + state)) {
            distance = rep3;
            rep3 = rep2;
          }
          rep2 = rep1;
        }
        rep1 = rep0;
        rep0 = distance;
      }
      long = lengthOf(ofRep, posState);
      state = state < 7 ? 8 : 11;
    } else {
      [rep3, rep2, rep1] = [rep2, rep1, rep0];
      long = lengthOf(ofMatch, posState);
      state = state < 7 ? 7 : 10;
      rep0 = tree(slots + (Math.min(long, 3) << 6), 6);
      if (rep0 >= 4) {
        const slot = rep0, bits = (slot >> 1) - 1;
        rep0 = (2 | (slot & 1)) << bits;
        rep0 += slot < 14 ? reverse(special + rep0 - slot, bits) : (direct(bits - 4) << 4) + reverse(align, 4);
      }
    }
    if (rep0 >= pos) throw new Error("the program is damaged");
    for (let left = Math.min(long + 2, out.length - pos); left > 0; left--, pos++) out[pos] = out[pos - rep0 - 1];
  }
  return out;
}
