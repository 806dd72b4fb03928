import { Button, Checkbox } from '@mantine/core'
import type { ManagerFolder } from '#contract/managers.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './managers.module.css'

interface Props {
  people: number
  /** The viewer was ticked, and is left out. */
  withoutOwn: boolean
  folders: readonly ManagerFolder[]
  chosen: readonly number[]
  onChange: (chosen: readonly number[]) => void
  onClose: () => void
  onNext: () => void
}

/** The folders that the chosen people will see. One box ticks all but those with salary receipts. */
export function FoldersDialog({ people, withoutOwn, folders, chosen, onChange, onClose, onNext }: Props) {
  const { t } = useWords('managers')
  const ordinary = folders.filter(({ recibos }) => !recibos)
  const salary = folders.filter(({ recibos }) => recibos)
  const ticked = ordinary.filter(({ id }) => chosen.includes(id))
  const all = ordinary.length > 0 && ticked.length === ordinary.length
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  const toggleAll = () => {
    const rest = chosen.filter((id) => !ordinary.some((one) => one.id === id))
    onChange(all ? rest : [...rest, ...ordinary.map(({ id }) => id)])
  }
  const box = ({ id, nombre }: ManagerFolder) => (
    <Checkbox key={id} label={nombre} checked={chosen.includes(id)} onChange={() => toggle(id)} />
  )
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('dar.titulo', { count: people, n: numberText(people) })}
      foot={
        <>
          <Button onClick={onClose}>{t('dar.cancelar')}</Button>
          <Button variant="filled" onClick={onNext}>
            {t('dar.revisar')}
          </Button>
        </>
      }
    >
      <p className={style.said}>
        {t('dar.para')} {withoutOwn && t('dar.sinPropio')}
      </p>
      <fieldset className={style.folders}>
        <legend>{t('dar.carpetas')}</legend>
        <Checkbox
          data-autofocus
          label={t('dar.todas')}
          checked={all}
          indeterminate={!all && ticked.length > 0}
          onChange={toggleAll}
        />
        <div className={style.inner}>{ordinary.map(box)}</div>
      </fieldset>
      {salary.length > 0 && (
        <fieldset className={style.folders}>
          <legend>{t('dar.recibos')}</legend>
          <p className="second">{t('dar.recibosAyuda')}</p>
          {salary.map(box)}
        </fieldset>
      )}
      {chosen.length === 0 && <p className={`${style.none} second`}>{t('dar.ninguna')}</p>}
    </Dialog>
  )
}
