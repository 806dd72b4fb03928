import { Button, Progress } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Call, InputOf } from '#contract/call.ts'
import { employeeImport, type ImportState } from '#contract/employees/import.ts'
import { employees } from '#contract/employees/employees.ts'
import { call } from '#web/shared/calls/call.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { filesOnScreen } from './filesOnScreen.ts'
import style from './Import.module.css'

/** Before the import its effect and its acts; afterwards its outcome and the invitations. */
export function ImportFoot({ state }: { state: ImportState }) {
  const { t } = useWords(['employees', 'employees-ends', 'employees-integration'])
  const { words, dangerous, proves, mark: Mark, note } = filesOnScreen[state.clase]
  const invites = state.clase === 'employee_import'
  const [asking, ask] = useState<'confirm' | 'invite' | 'cancel' | null>(null)
  const { cantidades: count, paso, estado, invitando } = state
  const many = count.new + count.changed
  const done = useDone(state, 'hecho')
  const will = useDone(state, 'hara')
  const places = usePlaces()
  const close = () => ask(null)
  if (paso === 'done')
    return (
      <footer className={`${style.foot} row wrap`}>
        {invites ? <IconMail size={20} aria-hidden /> : <Mark size={20} aria-hidden />}
        <p>
          <b>{estado === 'cancelled' ? t(`${words}:importar.cancelada`) : done}</b>
          <span className="quiet">
            {estado !== 'cancelled' &&
              invites &&
              (invitando
                ? t('importar.enviandoInvitaciones', {
                    hechos: numberText(invitando.hechos),
                    total: numberText(invitando.total),
                  })
                : state.por_invitar > 0
                  ? t('importar.faltanInvitar', { count: state.por_invitar })
                  : state.invitados > 0 && t('importar.invitados', { count: state.invitados }))}
          </span>
          {invitando && (
            <Progress
              value={(100 * invitando.hechos) / invitando.total}
              aria-label={t('importar.invitarTitulo')}
              mt={6}
            />
          )}
        </p>
        <Button component={Link} to={paths.employees()}>
          {t('importar.verLista')}
        </Button>
        {!invitando && state.por_invitar > 0 && (
          <Button variant="filled" onClick={() => ask('invite')}>
            {t('importar.invitar', { count: state.por_invitar })}
          </Button>
        )}
        {asking === 'invite' && (
          <Asked
            act={employeeImport.invite}
            input={{ id: state.id }}
            codes={['IMPORT_INVITATIONS']}
            title={t('importar.invitarTitulo')}
            lines={[t('importar.invitarTexto', { count: state.por_invitar })]}
            button={t('importar.invitarYa', { count: state.por_invitar })}
            onClose={close}
          />
        )}
      </footer>
    )
  const lines = [
    will,
    ...(count.faulty ? [t('importar.quedanAfuera', { count: count.faulty })] : []),
    ...(state.nuevos.length ? [t('importar.seCrean', { nuevos: places(state.nuevos) })] : []),
    ...(state.digitos ? [t('importar.digitos', { count: state.digitos })] : []),
    t(note),
  ]
  return (
    <footer className={`${style.foot} row wrap`}>
      <Mark size={20} aria-hidden />
      <p>
        <b>{many > 0 ? will : t(`${words}:importar.nadaPorHacer`)}</b>
        <span className={`quiet ${style.later}`}>
          {count.faulty > 0 && `${t('importar.quedanAfuera', { count: count.faulty })} `}
          {many > 0 && state.digitos > 0 && `${t('importar.digitos', { count: state.digitos })} `}
          {(invites || many > 0) && t(note)}
        </span>
      </p>
      <Button variant="subtle" disabled={paso !== 'preview'} onClick={() => ask('cancel')}>
        {t('importar.descartar')}
      </Button>
      <Button
        variant="filled"
        {...(dangerous && { color: 'bad' })}
        disabled={many === 0 || paso !== 'preview'}
        onClick={() => ask('confirm')}
      >
        {many > 0
          ? t(`${words}:importar.importar`, { count: many, cuantos: numberText(many) })
          : t(`${words}:importar.importarNada`)}
      </Button>
      {asking === 'confirm' && (
        <Asked
          act={employeeImport.confirm}
          input={{ id: state.id }}
          codes={['IMPORT_FAULTY_LEFT_OUT', 'IMPORT_NEW_PLACES', 'IMPORT_CHECK_DIGITS']}
          title={t(`${words}:importar.confirmarTitulo`)}
          lines={lines}
          button={t(`${words}:importar.importarYa`, { count: many, cuantos: numberText(many) })}
          dangerous={dangerous}
          proves={proves}
          onClose={close}
        />
      )}
      {asking === 'cancel' && (
        <Asked
          act={employeeImport.cancel}
          input={{ id: state.id }}
          codes={[]}
          title={t(`${words}:importar.descartarTitulo`)}
          lines={[t(`${words}:importar.descartarTexto`)]}
          button={t(`${words}:importar.descartarYa`)}
          onClose={close}
        />
      )}
    </footer>
  )
}

/** The numbers of new and changed employees in whole sentences; a number of zero is left out. */
function useDone({ clase, cantidades }: ImportState, when: 'hecho' | 'hara'): string {
  const { t } = useWords(['employees', 'employees-ends', 'employees-integration'])
  const { words } = filesOnScreen[clase]
  const { new: made, changed } = cantidades
  return [
    ...(made ? [t(`importar.${when}Nuevas`, { count: made, cuantos: numberText(made) })] : []),
    ...(changed
      ? [t(`${words}:importar.${when}Cambian`, { count: changed, cuantos: numberText(changed) })]
      : []),
  ].join(' ')
}

const placeFields = ['sector', 'locacion', 'cargo', 'centro_costo'] as const

/** Answers a function that names places by their kind: "el sector Planta y los lugares Central y Norte". */
function usePlaces(): (places: ImportState['nuevos']) => string {
  const { t, i18n } = useWords('employees')
  const joined = (words: string[]) =>
    new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(words)
  return (places) =>
    joined(
      placeFields.flatMap((field) => {
        const names = places.filter(({ campo }) => campo === field).map(({ nombre }) => nombre)
        return names.length > 0
          ? [t(`importar.nuevo.${field}`, { count: names.length, nombres: joined(names) })]
          : []
      }),
    )
}

interface AskedProps<C extends Call> {
  act: C
  input: InputOf<C>
  /** The confirmations that the dialog's lines ask for and its button gives. */
  codes: readonly string[]
  title: string
  lines: readonly string[]
  button: string
  dangerous?: boolean
  /** The act always needs a step-up. */
  proves?: boolean
  onClose: () => void
}

/** The question before an act on the import. */
function Asked<C extends Call>({
  act,
  input,
  codes,
  title,
  lines,
  button,
  dangerous,
  proves,
  onClose,
}: AskedProps<C>) {
  const { t } = useWords()
  const { company } = useViewer()
  return (
    <ConfirmDialog
      title={title}
      submit={button}
      dangerous={dangerous === true}
      proves={proves === true}
      act={(options) => call(act, input, { ...options, confirm: codes })}
      refresh={[employeeImport.one, employeeImport.lines, employees.list, employees.totals]}
      onClose={onClose}
    >
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p className="quiet">{t('formulario.enEmpresa', { empresa: company.nombre })}</p>
    </ConfirmDialog>
  )
}
