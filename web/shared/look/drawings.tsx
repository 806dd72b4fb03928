interface Props {
  /** The subject of the drawing: nothing filed yet, nothing found, no connection, no access, page not found. */
  of: 'empty' | 'nothing' | 'broken' | 'shut' | 'lost'
}

const parts = {
  empty: (
    <>
      <path d="M12 62 8 26a4 4 0 0 1 4-4h18l6 7h38a4 4 0 0 1 4 4l-4 29a4 4 0 0 1-4 4H16a4 4 0 0 1-4-4Z" />
      <path d="M26 22V10a4 4 0 0 1 4-4h30a4 4 0 0 1 4 4v18" />
      <path d="M50 14h8M50 20h5" />
      <circle cx="38" cy="14" r="4" className="accent" />
      <path d="M31 26c1-5 3-6 7-6s6 1 7 6" className="accent" />
    </>
  ),
  nothing: (
    <>
      <rect x="18" y="6" width="38" height="54" rx="4" />
      <path d="M26 18h22M26 26h14M26 34h18" />
      <circle cx="54" cy="46" r="12" className="accent ground" />
      <path d="m63 55 9 9" className="accent" />
    </>
  ),
  broken: (
    <>
      <rect x="8" y="16" width="26" height="42" rx="3" />
      <path d="M14 26h14M14 33h14M14 40h9" />
      <rect x="58" y="10" width="24" height="22" rx="3" />
      <rect x="58" y="42" width="24" height="22" rx="3" />
      <path d="M34 37h6M52 37h6" />
      <path d="m42 33 8 8m0-8-8 8" className="bad" />
    </>
  ),
  shut: (
    <>
      <rect x="16" y="8" width="56" height="54" rx="4" />
      <path d="M26 20h22M26 28h14" />
      <rect x="46" y="38" width="20" height="16" rx="3" className="accent ground" />
      <path d="M50 38v-4a6 6 0 0 1 12 0v4" className="accent" />
    </>
  ),
  lost: (
    <>
      <path d="M22 6h26l16 16v36a4 4 0 0 1-4 4H22a4 4 0 0 1-4-4V10a4 4 0 0 1 4-4Z" strokeDasharray="4 4" />
      <path d="M48 6v16h16" />
      <path d="M36 34a5 5 0 1 1 7 5c-2 1-2 2-2 4M41 50v.500" className="accent" />
    </>
  ),
}

/** The line drawings of empty and failed states, 88 × 76; hidden from screen readers. */
export function Drawing({ of }: Props) {
  return (
    <svg className="drawing" width="88" height="76" viewBox="0 0 88 76" aria-hidden>
      {parts[of]}
      <path d="M4 70h80" className="floor" />
    </svg>
  )
}
