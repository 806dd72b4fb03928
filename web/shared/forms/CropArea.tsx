import { useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import { nonce } from '../look/nonce.ts'
import style from './CropArea.module.css'

interface Props {
  /** The picture's address. */
  image: string
  /** Width to height. */
  aspect: number
  isRound?: boolean
  /** The names of the area, for a screen reader, and of the slider that enlarges it. */
  label: string
  zoomLabel: string
  /** Called with the chosen part, in pixels of the picture. */
  onArea: (area: Area) => void
}

/** A picture of which a part is chosen by dragging, arrows and a slider. Another picture begins anew by its `key`. */
export function CropArea({ image, aspect, isRound = false, label, zoomLabel, onArea }: Props) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  return (
    <>
      <div className={style.area}>
        <Cropper
          image={image}
          crop={crop}
          zoom={zoom}
          aspect={aspect}
          cropShape={isRound ? 'round' : 'rect'}
          showGrid={false}
          nonce={nonce}
          cropperProps={{ 'aria-label': label }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => onArea(pixels)}
        />
      </div>
      <label className={`${style.zoom} row gap-12`}>
        <span>{zoomLabel}</span>
        <input
          type="range"
          min={1}
          max={3}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
        />
      </label>
    </>
  )
}
