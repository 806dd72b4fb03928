import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import folders from '#locales/es/folders.json' with { type: 'json' }
import { show } from '#web/testing/render.tsx'
import { PlacedBox } from './PlacedBox.tsx'

const box = { x: 20, y: 30, width: 60, height: 25 }

async function showBox(kind: 'empresa' | 'corte') {
  const [onChange, onChoose] = [vi.fn(), vi.fn()]
  await show(
    <div style={{ position: 'relative', width: 420, height: 594 }}>
      <PlacedBox
        kind={kind}
        label="Recuadro"
        box={box}
        frame={{ x: 0, y: 0, width: 210, height: 297 }}
        lines={{ upright: [], level: [] }}
        scale={2}
        least={{ width: 20, height: 10 }}
        wrong={false}
        usual={false}
        chosen={false}
        describedBy="hint"
        onChoose={onChoose}
        onChange={onChange}
        onSettled={() => undefined}
      />
    </div>,
    '/',
    { folders },
  )
  return { onChange, onChoose, shown: page.getByRole('application').element() as HTMLElement }
}

/** A drag by 40 px to the right. The mouse's number is used since the browser knows no other pointer. */
function drag(on: Element, pointerType: 'touch' | 'mouse'): void {
  const event = (type: string, clientX: number) =>
    new PointerEvent(type, { pointerId: 1, pointerType, button: 0, clientX, clientY: 80, bubbles: true })
  on.dispatchEvent(event('pointerdown', 100))
  on.dispatchEvent(event('pointermove', 140))
  on.dispatchEvent(event('pointerup', 140))
}

test('a finger moves a box only once it has been tapped', async () => {
  const { shown, onChange, onChoose } = await showBox('empresa')
  drag(shown, 'touch')
  expect(onChange).not.toHaveBeenCalled()
  shown.focus()
  expect(onChoose).toHaveBeenCalled()
  drag(shown, 'touch')
  expect(onChange).toHaveBeenLastCalledWith({ ...box, x: 40 })
})

test('the cut is moved by its edges alone', async () => {
  const { shown, onChange } = await showBox('corte')
  drag(shown, 'mouse')
  expect(onChange).not.toHaveBeenCalled()
  const edge = shown.querySelector('[data-edge=s]')
  if (!edge) throw new Error('no edge')
  drag(edge, 'mouse')
  expect(onChange).toHaveBeenLastCalledWith({ ...box, x: 40 })
})
