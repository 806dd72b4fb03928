import type { SignInPicture } from '#contract/company/sign-in-page.ts'
import './pictures.css'
import { Payslip } from './Payslip.tsx'

/** The line drawing beside the form; hidden from screen readers. */
export function Picture({ of }: { of: SignInPicture }) {
  if (of === 'ninguna') return null
  return (
    <svg className="picture" viewBox="0 0 560 1000" aria-hidden>
      {of === 'recibo' ? <Payslip /> : of === 'legajo' ? <Folder /> : <Calendar />}
    </svg>
  )
}

/** A person's folder, with papers that look out of it. */
function Folder() {
  return (
    <>
      <path className="sheet" d="m98 34 372 18-24 420H74Z" opacity=".6" />
      <rect className="sheet" x="58" y="76" width="388" height="420" rx="2" />
      <path className="bar2" d="M92 110h124v7H92z" />
      <path
        className="bar0"
        d="M92 130h84v5H92zM352 112h60v5h-60zM92 176h300v5H92zM92 200h260v5H92zM92 224h282v5H92z"
      />
      <path
        className="sheet"
        d="M2 292a12 12 0 0 1 12-12h150l34 40h290a12 12 0 0 1 12 12v282a12 12 0 0 1-12 12H14a12 12 0 0 1-12-12Z"
      />
      <path className="rule" d="M2 346h498" />
      <g className="ink">
        <circle cx="112" cy="446" r="26" />
        <path d="M62 528c4-36 22-48 50-48s46 12 50 48" />
      </g>
      <path className="bar2" d="M204 436h170v7H204z" />
      <path className="bar0" d="M204 464h120v5H204zM204 488h146v5H204zM204 512h96v5h-96z" />
      <path className="rule" d="M36 550h428" />
      <path className="bar0" d="M36 574h90v5H36zM386 574h78v5h-78z" />
    </>
  )
}

const days = Array.from({ length: 35 }, (_, at) => at)
/** The day with a tick on it. */
const ticked = 20

/** A month on the wall, with a week of it taken. */
function Calendar() {
  return (
    <>
      <path className="sheet" d="m54 22 500 24-26 560H20Z" opacity=".6" />
      <rect className="sheet" x="1" y="40" width="500" height="560" rx="8" />
      <path className="rule" d="M1 138h500M30 190h442" />
      {[90, 197, 304, 411].map((x) => (
        <path key={x} className="ring" d={`M${x} 20v40`} />
      ))}
      <path className="bar2" d="M36 96h132v7H36z" />
      <path className="bar0" d="M404 97h62v5h-62z" />
      {days.slice(0, 7).map((at) => (
        <path key={at} className="bar0" d={`M${48 + at * 62} 162h30v5h-30z`} />
      ))}
      <rect className="taken" x="40" y="372" width="296" height="52" rx="8" />
      {days.map((at) => {
        if (at === ticked) return null
        const [x, y] = [63 + (at % 7) * 62, 236 + Math.floor(at / 7) * 81]
        return <path key={at} className="bar1" d={`M${x - 8} ${y - 3}h16v6h-16z`} />
      })}
      <g className="ink">
        <path d="m420 396 12 14 26-30" />
      </g>
    </>
  )
}
