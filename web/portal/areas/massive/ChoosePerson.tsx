/* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the focus stays in
   the search, whose keys choose among the options */
import { Alert, Avatar, Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertCircle, IconAlertTriangle, IconSearch, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AnswerOf, InputOf } from '#contract/call.ts'
import { employees } from '#contract/employees/employees.ts'
import { massive } from '#contract/massive/massive.ts'
import type { MassiveItem } from '#contract/massive/preview.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { call } from '#web/shared/calls/call.ts'
import { isRefusedWith } from '#web/shared/calls/refused.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { useErrorText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useDecided } from './useItems.ts'
import style from './Preview.module.css'

interface Props {
  publication: MassivePublication
  item: MassiveItem
  /** The page that adds an employee and returns here. */
  createAt: string
  onClose: () => void
  onDone: (item: MassiveItem | undefined) => void
}

/** Bounds of a search, in letters. A shorter search finds exact names only. */
const shortest = 3
const longest = 60

/** Scrolls the chosen option into view. */
const intoSight = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })

type Candidate = AnswerOf<typeof massive.candidates>[number]

/** Assigns a receipt to an employee found by name, id or file number: arrows move, Enter assigns. */
export function ChoosePerson({ publication, item, createAt, onClose, onDone }: Props) {
  const { t } = useWords(['massive', 'country', 'words'])
  const errorText = useErrorText()
  const decided = useDecided()
  const [typed, setTyped] = useState(item.sugerencia ? '' : (item.nombre_leido ?? '').slice(0, longest))
  const [waited] = useDebouncedValue(typed.trim(), 200)
  const [moved, move] = useState(0)
  const { run, busy, refusal, error, forget } = useAct(
    ({ confirm, ...input }: InputOf<typeof massive.assign> & { confirm: readonly string[] }) =>
      call(massive.assign, input, { confirm }),
    {
      onDone: (done) => {
        decided(done)
        onDone(done.items.find(({ id }) => id === item.id))
      },
      inPlace: true,
    },
  )
  const asks = isRefusedWith(error, 'CONFIRMATION_REQUIRED') ? error.errors : null
  const mayCreate = useMay(employees.create.need)
  const answer = useCall(
    massive.candidates,
    { id: publication.id, buscar: waited || '-' },
    { enabled: waited !== '' },
  )
  const people = waited === '' ? [] : (answer.data ?? [])
  const at = Math.min(moved, Math.max(0, people.length - 1))
  const chosen = people[at]
  const assign = (person: Candidate, confirm: readonly string[] = []) =>
    run({ id: publication.id, item: item.id, colaborador: person.id, confirm })
  const choose = (index: number) => {
    move(index)
    forget()
  }
  const optionOf = (person: Candidate) => `person-${person.id}`
  return (
    <Dialog opened onClose={onClose} title={t('elegir.titulo')} size="48rem" locked={busy}>
      <div className={`modal-text ${style.choosing}`}>
        {(item.nombre_leido ?? item.id_leido) && (
          <p className="second">
            {t('elegir.leido', { que: item.nombre_leido ?? '' })}
            {item.nombre_leido && item.id_leido && ' · '}
            {item.id_leido && <TaxId value={item.id_leido} />}
          </p>
        )}
        {refusal !== null && (
          <Alert color={asks ? 'warn' : 'bad'} role="alert" icon={<IconAlertCircle size={18} />}>
            {asks ? asks.map(({ message }) => message).join(' ') : refusal}
          </Alert>
        )}
        <TextInput
          data-autofocus
          maxLength={longest}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            choose(0)
          }}
          onKeyDown={(event) => {
            const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
            if (by !== 0) {
              event.preventDefault()
              choose(Math.max(0, Math.min(people.length - 1, at + by)))
            } else if (event.key === 'Enter' && chosen && !busy && waited === typed.trim()) assign(chosen)
          }}
          label={t('elegir.buscar', { cuil: t('country:cuil') })}
          leftSection={<IconSearch size={16} aria-hidden />}
          autoComplete="off"
          role="combobox"
          aria-expanded={people.length > 0}
          aria-controls="people"
          aria-autocomplete="list"
          {...(chosen && { 'aria-activedescendant': optionOf(chosen) })}
        />
        <p className="only-read-aloud" role="status">
          {waited !== '' && answer.data ? t('elegir.cuantos', { count: people.length }) : ''}
        </p>
        <div id="people" role="listbox" aria-label={t('elegir.titulo')} className="column">
          {people.map((person, index) => (
            <div
              key={person.id}
              id={optionOf(person)}
              role="option"
              aria-selected={index === at}
              ref={index === at ? intoSight : undefined}
              className={style.candidate}
              onClick={() => choose(index)}
              onDoubleClick={() => assign(person)}
            >
              <Avatar name={person.nombre} size={32} color="gray" aria-hidden />
              <span className={`${style.who} column grow`}>
                <b>{person.nombre}</b>
                <span className="second">
                  {[
                    person.cargo,
                    person.lugar,
                    person.legajo && t('elegir.legajo', { legajo: person.legajo }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <span className={`${style.by} column`}>
                <TaxId value={person.cuil} />
                {person.recibo ? (
                  <span className={style.twice}>
                    <IconAlertTriangle size={14} aria-hidden /> {t('elegir.yaTiene')}
                  </span>
                ) : (
                  !person.correo && <span className="quiet">{t('elegir.sinCorreo')}</span>
                )}
              </span>
            </div>
          ))}
        </div>
        {waited === '' || (waited.length < shortest && answer.data?.length === 0) ? (
          <p className="quiet">{t('elegir.escribir')}</p>
        ) : answer.error ? (
          <p role="alert" className={style.fault}>
            {t('elegir.error')}. {errorText(answer.error)}
          </p>
        ) : answer.data?.length === 0 ? (
          <p className="quiet">{t('elegir.nadie', { buscado: waited })}</p>
        ) : (
          people.length >= 20 && <p className="quiet">{t('elegir.primeras')}</p>
        )}
      </div>
      <div className="modal-foot">
        {mayCreate && (
          <Button
            component={Link}
            to={createAt}
            variant="subtle"
            mr="auto"
            leftSection={<IconUserPlus size={16} aria-hidden />}
          >
            {t('elegir.crear')}
          </Button>
        )}
        <Button disabled={busy} onClick={onClose}>
          {t('words:accion.cancelar')}
        </Button>
        <Button
          variant="filled"
          loading={busy}
          disabled={!chosen}
          onClick={() =>
            chosen &&
            assign(
              chosen,
              asks?.map(({ code }) => code),
            )
          }
        >
          {chosen
            ? t(asks ? 'elegir.asignarIgual' : 'elegir.asignarA', {
                apellido: chosen.nombre.split(',')[0] ?? '',
              })
            : t('elegir.asignar')}
        </Button>
      </div>
    </Dialog>
  )
}
