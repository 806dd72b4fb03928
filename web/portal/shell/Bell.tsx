import { ActionIcon, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconBell,
  IconCertificate,
  IconFileImport,
  IconMailX,
  IconMessageExclamation,
  IconSignature,
  IconUserCheck,
  type Icon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Concern, shell } from '#contract/shell/shell.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import { call } from '#web/shared/calls/call.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { dateText, instantText, numberText } from '#web/shared/texts/texts.ts'
import { useRefresh } from '#web/shared/calls/useCall.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { useConcerns } from './useWaiting.ts'
import style from './Header.module.css'

const marks: Record<Concern['clase'], Icon> = {
  por_liberar: IconUserCheck,
  falta_firma_empresa: IconSignature,
  no_conforme: IconMessageExclamation,
  certificado_vence: IconCertificate,
  correo_fallido: IconMailX,
  invitacion_fallida: IconMailX,
  importacion: IconFileImport,
}

/** What waits for somebody like the viewer. Its number is what came since they last looked. */
export function Bell() {
  const { t } = useTranslation('frame')
  const [opened, { open, close }] = useDisclosure()
  const { data } = useConcerns()
  const refresh = useRefresh()
  // What was new when it was opened stays marked until it is closed.
  const [since, setSince] = useState<string | null>(null)
  const concerns = data?.avisos ?? []
  const fresh = concerns.filter(({ desde }) => isNew(desde, data?.visto ?? null)).length
  const look = () => {
    setSince(data?.visto ?? null)
    open()
    if (fresh > 0) void call(shell.seen, {}).then(() => refresh(shell.concerns))
  }
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      width={360}
      position="bottom-end"
      withinPortal={false}
      trapFocus
    >
      <Popover.Target>
        <ActionIcon
          className={style.bell}
          aria-expanded={opened}
          aria-label={fresh > 0 ? t('campana.nuevos', { count: fresh }) : t('campana.titulo')}
          onClick={() => (opened ? close() : look())}
        >
          <IconBell size={20} />
          {fresh > 0 && (
            <span className={`figures ${style.bellCount}`} aria-hidden>
              {fresh > 9 ? '9+' : fresh}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <h2 className={style.floatTitle}>{t('campana.titulo')}</h2>
        {concerns.length === 0 && <p className={style.floatEmpty}>{t('campana.nada')}</p>}
        <ul className={style.floatList}>
          {concerns.map((concern) => (
            <li key={`${concern.clase}.${concern.id ?? ''}`}>
              <Line concern={concern} fresh={isNew(concern.desde, since)} onGo={close} />
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

function Line({ concern, fresh, onGo }: { concern: Concern; fresh: boolean; onGo: () => void }) {
  const { t } = useTranslation('frame')
  const { company } = useViewer()
  const signs = useMay(publishing.sign.need)
  const { clase, total, desde, nombre, vence } = concern
  const Mark = marks[clase]
  return (
    <Link to={placeOf(concern, signs)} className={`${style.concern} focus-ring`} onClick={onGo}>
      <Mark size={19} aria-hidden />
      <span>
        <b>
          {t(`campana.${clase}`, { count: total, cuantos: numberText(total), nombre: nombre ?? '' })}
          {fresh && <i aria-label={t('campana.nuevo')} role="img" />}
        </b>
        <span className="quiet figures">
          {vence
            ? t('campana.vence', { fecha: dateText(vence, company.zona) })
            : t('campana.desde', { desde: instantText(desde, company.zona) })}
        </span>
      </span>
    </Link>
  )
}

function placeOf({ clase, id }: Concern, signs: boolean): string {
  switch (clase) {
    case 'por_liberar':
      return paths.massive(id ?? undefined)
    case 'falta_firma_empresa':
      return signs ? paths.publish() : `${paths.documents()}?estado=falta_la_firma_de_la_empresa`
    case 'no_conforme':
      return paths.disagreements()
    case 'certificado_vence':
      return paths.certificates()
    case 'correo_fallido':
      return id ? paths.document(id) : paths.documents()
    case 'invitacion_fallida':
      return id ? paths.employee(id) : paths.employees()
    case 'importacion':
      return id ? paths.employeeImport(id) : paths.employeesImport()
  }
}

const isNew = (since: string, seen: string | null) => seen === null || since > seen
