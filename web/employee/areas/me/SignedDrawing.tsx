/** The signed page as a line drawing; hidden from screen readers. */
export function SignedDrawing() {
  return (
    <svg className="drawing" width="104" height="128" viewBox="0 0 104 128" aria-hidden>
      <path d="M5 6h58l23 23v51M60 123H9a4 4 0 0 1-4-4V6" />
      <path d="M63 6v19a4 4 0 0 0 4 4h19" />
      <path d="M20 36h26M20 48h52M20 60h52" className="floor" strokeWidth={2.6} />
      <path
        d="M22 94c6-14 12-22 15-18s-6 24 0 24 9-22 13-20-4 16 1 18 8-10 12-9"
        className="accent"
        strokeWidth={2.2}
      />
      <path d="M20 103h38" />
      <circle cx="82" cy="106" r="19" stroke="var(--ok)" fill="var(--surface)" strokeWidth={2} />
      <path d="m74 106 6 6 11-12" stroke="var(--ok)" strokeWidth={2} />
    </svg>
  )
}
