/** A signed payslip: what this place is for. */
export function Payslip() {
  const bar = (x: number, y: number, width: number, strong = 0) => (
    <rect
      key={`${x} ${y}`}
      x={x}
      y={y}
      width={width}
      height={strong === 2 ? 7 : 5}
      rx={2.5}
      className={`bar${strong}`}
    />
  )
  return (
    <>
      <path className="sheet" d="m54 2 500 28-50 980H20Z" opacity=".6" />
      <rect className="sheet" x="1" y="29" width="500" height="990" rx="2" />
      <g className="ink">
        <circle cx="52" cy="92" r="15" />
        <path d="M39 88c5-4 9-4 13 0s8 4 13 0M39 98c5-4 9-4 13 0s8 4 13 0" />
      </g>
      {[bar(77, 80, 125, 2), bar(77, 98, 84), bar(372, 80, 88), bar(396, 98, 64)]}
      <path
        className="rule"
        d="M36 132h428v86H36zM36 175h428M304 132v86M36 238h428v220H36zM36 266h428M228 238v220M306 238v220M387 238v220"
      />
      {[bar(48, 146, 48), bar(48, 160, 137, 1), bar(316, 146, 34), bar(316, 160, 75, 1)]}
      {[bar(48, 189, 34), bar(48, 203, 101, 1), bar(316, 189, 40), bar(316, 203, 104, 1)]}
      {[290, 316, 342, 368, 394, 420].map((y, at) => bar(48, y, [118, 89, 103, 145, 97, 112][at] ?? 90))}
      {[290, 316, 342].map((y) => bar(248, y, 50))}
      {[368, 394, 420].map((y) => bar(405, y, 48))}
      <rect className="sum" x="306" y="480" width="158" height="38" />
      {[bar(320, 497, 52), bar(388, 496, 66, 2)]}
      <path className="rule" d="M50 648h150M300 648h150" />
      <g className="ink">
        <path d="M68 632c8-24 16-44 26-44 12 0-8 56 2 56s14-48 24-48-6 42 4 42 12-28 20-28-2 22 8 24 24-12 62-16" />
        <path d="M314 636c10-8 44-62 34-62-14 0-16 50-4 50 12 0 16-22 24-22s-4 18 6 18 10-14 16-14 2 10 12 8 28-10 42-10M318 646c40-8 80-4 116-6" />
      </g>
    </>
  )
}
