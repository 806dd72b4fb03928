import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { WithHyphens } from '#web/shared/texts/TaxId.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import { type Found, useSearch } from './useSearch.ts'
import style from './Search.module.css'

/** One field, and below it whatever it finds: arrows choose, Enter goes, Esc closes; every row is a link. */
export function SearchDialog({ phone, onClose }: { phone: boolean; onClose: () => void }) {
  const { t } = useWords(['shell-frame', 'words', 'country'])
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { groups, searching } = useSearch(text)
  const all = groups.flatMap(({ found }) => found)
  const chosen = all[Math.min(at, all.length - 1)]
  const go = (found: Found) => {
    found.note?.()
    onClose()
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && all.length > 0) {
      event.preventDefault()
      const next = (Math.min(at, all.length - 1) + step + all.length) % all.length
      setAt(next)
      document.getElementById(`${id}-${all[next]?.key}`)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) {
      event.preventDefault()
      go(chosen)
      void navigate(chosen.to)
    }
  }
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size="40rem"
      centered={false}
      yOffset={phone ? 0 : 64}
      xOffset={phone ? 0 : 16}
      classNames={{ content: style.dialog ?? '' }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('buscar.abrir')}>
        <div className={`${style.input} row gap-12`}>
          <IconSearch size={20} aria-hidden />
          <input
            type="search"
            role="combobox"
            aria-expanded={all.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={chosen ? `${id}-${chosen.key}` : undefined}
            aria-label={t('buscar.abrir')}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            placeholder={t('buscar.largo', { cuil: t('country:cuil') })}
            value={text}
            data-autofocus
            onChange={(event) => {
              setText(event.currentTarget.value)
              setAt(0)
            }}
            onKeyDown={onKey}
          />
          <Modal.CloseButton aria-label={t('words:accion.cerrar')} />
        </div>
        <div id={`${id}-list`} role="listbox" aria-label={t('buscar.hallado')} className={style.list}>
          {groups.map(({ name, found }) => (
            <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
              <div id={`${id}-${name}`} className={style.heading}>
                {t(`buscar.grupo.${name}`)}
              </div>
              {found.map((each) => {
                const { key, icon: Mark, title, detail, to } = each
                return (
                  <Link
                    key={key}
                    id={`${id}-${key}`}
                    to={to}
                    role="option"
                    aria-selected={each === chosen}
                    tabIndex={-1}
                    className={`${style.row} row gap-12`}
                    onClick={() => go(each)}
                    onMouseMove={() => setAt(all.indexOf(each))}
                  >
                    <Mark size={18} aria-hidden />
                    <span className={`${style.title} ellipsis`}>{title}</span>
                    {detail && (
                      <span className={`quiet figures tax-id ${style.detail} ellipsis to-end`}>
                        <WithHyphens text={detail} />
                      </span>
                    )}
                  </Link>
                )
              })}
            </div>
          ))}
        </div>
        <p className={style.said} role="status">
          {all.length === 0 && !searching
            ? t(text ? 'buscar.nada' : 'buscar.vacio', { cuil: t('country:cuil') })
            : ''}
          {searching && all.length === 0 ? t('buscar.buscando') : ''}
        </p>
      </Modal.Content>
    </Modal.Root>
  )
}
