import { Checkbox, Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type ManagerFolder, managers, type PlannedManager } from '#contract/managers.ts'
import { call } from '#web/shared/calls/call.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { numberText, useErrorText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './managers.module.css'

interface Props {
  ids: number[]
  profile: string
  folders: readonly ManagerFolder[]
  onBack: () => void
  onDone: () => void
}

/** The effect on each of the chosen people, by name, before it is confirmed with the password. */
export function ReviewDialog({ ids, profile, folders, onBack, onDone }: Props) {
  const { t } = useWords('managers')
  const errorText = useErrorText()
  const [swapped, setSwapped] = useState<readonly number[]>([])
  const choice = {
    carpetas: folders.filter(({ recibos }) => !recibos).map(({ id }) => id),
    carpetas_recibos: folders.filter(({ recibos }) => recibos).map(({ id }) => id),
  }
  const { data, error } = useCall(managers.preview, { ids, ...choice })
  const people = data?.personas ?? []
  const those = (caso: PlannedManager['caso']) => people.filter((one) => one.caso === caso)
  const others = those('otro_perfil')
  const cambiar = others.filter(({ id }) => swapped.includes(id)).map(({ id }) => id)
  const count = (data ? data.nuevos + data.reemplazados : 0) + cambiar.length
  return (
    <ConfirmDialog
      title={t('revisar.titulo')}
      submit={t('revisar.enviar', { count, n: numberText(count) })}
      leave={t('revisar.volver')}
      act={(options) =>
        call(
          managers.give,
          { personas: people.map(({ id, huella }) => ({ id, huella })), ...choice, cambiar },
          options,
        )
      }
      proves={managers.give.stepUp}
      refresh={[managers.list, managers.preview]}
      done={({ nuevos, reemplazados, cambiados }) => {
        const n = nuevos + reemplazados + cambiados
        return t('revisar.hecho', { count: n, n: numberText(n) })
      }}
      shut={count === 0}
      onDone={onDone}
      onClose={onBack}
    >
      {error && (
        <p role="alert" className="bad">
          {errorText(error)}
        </p>
      )}
      {!data && !error && <Skeleton height={120} />}
      {data && (
        <div className={style.review}>
          <p className={style.said}>
            <b>{profile}</b>
            {' · '}
            {folders.length === 0 ? t('revisar.sinCarpetas') : folders.map(({ nombre }) => nombre).join(', ')}
          </p>
          <Group title={t('revisar.nuevos', counted(data.nuevos))} people={those('nuevo')} />
          <Group
            title={t('revisar.reemplazados', counted(data.reemplazados))}
            people={those('reemplaza')}
            line={(one) => <Difference person={one} />}
          />
          <Group
            title={t('revisar.otros', counted(data.otro_perfil))}
            text={t('revisar.otrosAyuda')}
            people={others}
            line={(one) => (
              <Other
                person={one}
                checked={swapped.includes(one.id)}
                onChange={() =>
                  setSwapped((before) =>
                    before.includes(one.id) ? before.filter((each) => each !== one.id) : [...before, one.id],
                  )
                }
              />
            )}
            named={false}
          />
          <Group title={t('revisar.iguales', counted(data.iguales))} people={those('igual')} inOneLine />
        </div>
      )}
    </ConfirmDialog>
  )
}

const counted = (count: number) => ({ count, n: numberText(count) })

interface GroupProps {
  title: string
  text?: string
  people: readonly PlannedManager[]
  line?: (person: PlannedManager) => ReactNode
  /** The line doesn't say the name itself. */
  named?: boolean
  /** Their names alone, one after the other. */
  inOneLine?: boolean
}

function Group({ title, text, people, line, named = true, inOneLine = false }: GroupProps) {
  if (people.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      {text && <p className="second">{text}</p>}
      {inOneLine && <p className={style.people}>{people.map(({ nombre }) => nombre).join('; ')}</p>}
      {!inOneLine && (
        <ul className={`${style.people} plain-list`}>
          {people.map((person) => (
            <li key={person.id}>
              {named && person.nombre}
              {line?.(person)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The folders that a person loses and gains. */
function Difference({ person: { gana, pierde, veia_todas, lugares } }: { person: PlannedManager }) {
  const { t } = useWords('managers')
  const lines = [
    veia_todas && t('revisar.veiaTodas'),
    pierde.length > 0 && t('revisar.pierde', { carpetas: pierde.join(', ') }),
    gana.length > 0 && t('revisar.gana', { carpetas: gana.join(', ') }),
    lugares > 0 && t('revisar.pierdeLugares', counted(lugares)),
  ]
  return lines
    .filter((line) => line !== false)
    .map((line) => (
      <span key={line} className={`${style.change} second`}>
        {line}
      </span>
    ))
}

interface OtherProps {
  person: PlannedManager
  checked: boolean
  onChange: () => void
}

/** The holder of another management profile, left as they are unless ticked. */
function Other({ person, checked, onChange }: OtherProps) {
  const { t } = useWords('managers')
  const { nombre, perfil, impedimento } = person
  return (
    <>
      <Checkbox
        label={t('revisar.cambiar', { nombre, perfil: perfil ?? '' })}
        checked={checked}
        disabled={impedimento !== null}
        onChange={onChange}
      />
      {impedimento && impedimento !== 'propio' ? (
        <span className={`${style.change} ${style.under} second`}>{t(`revisar.${impedimento}`)}</span>
      ) : (
        <span className={style.under}>
          <Difference person={person} />
        </span>
      )}
    </>
  )
}
