import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { SingleKeysSwitch } from '#web/shared/lists/SingleKeysSwitch.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Preview.module.css'

const keys = [
  [['J', '↓'], 'siguiente'],
  [['K', '↑'], 'anterior'],
  [['Inicio', 'Fin'], 'primero'],
  [['A'], 'asignar'],
  [['P'], 'igual'],
  [['↵'], 'elegir'],
  [['X'], 'excluir'],
  [['M'], 'unir'],
  [['S'], 'partir'],
  [['Z'], 'ultimo'],
  [['/'], 'buscar'],
  [['?'], 'ayuda'],
] as const

/** Every key of the preview. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords('massive')
  return (
    <Dialog opened onClose={onClose} title={t('teclas.titulo')}>
      <dl className={`modal-text ${style.keyList}`}>
        {keys.map(([names, what]) => (
          <div key={what}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name === 'Inicio' || name === 'Fin' ? t(`teclas.${name}`) : name}</kbd>
              ))}
            </dt>
            <dd>{t(`teclas.${what}`)}</dd>
          </div>
        ))}
      </dl>
      <div className="modal-text">
        <SingleKeysSwitch />
      </div>
    </Dialog>
  )
}
