import { encode } from 'uqr'
import style from './factors.module.css'

/** A text as a QR code, drawn in the browser, so that its secret is sent to nobody. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const cells = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <div className={style.qr}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={cells.join('')} fill="#000" />
      </svg>
    </div>
  )
}
