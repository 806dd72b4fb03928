import { Skeleton, Switch } from '@mantine/core'
import { useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { security } from '#contract/security/security.ts'
import { call } from '#web/shared/calls/call.ts'
import { DayInput } from '#web/shared/forms/DateFields.tsx'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { dateText, numberText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { addDays } from '#web/shared/texts/months.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './SecurityPage.module.css'

type Row = AnswerOf<typeof security.profiles>[number]

/** The factors that each profile requires, how many users have them, and the deadline for the others. */
export function ProfileRequirements() {
  const { t } = useWords(['security', 'words'])
  const { company } = useViewer()
  const profiles = useCall(security.profiles, {})
  const [chosen, setChosen] = useState<Row | null>(null)
  return (
    <section>
      <div className={`${style.head} row wrap apart`}>
        <h2 id="requirements">{t('porPerfil')}</h2>
      </div>
      {profiles.error ? (
        <ErrorState
          error={profiles.error}
          title={t('words:error.carga')}
          onRetry={() => void profiles.refetch()}
        />
      ) : !profiles.data ? (
        <Skeleton height={240} />
      ) : (
        <div className={`${style.panel} plain-list`}>
          <table className="table" aria-labelledby="requirements">
            <thead>
              <tr>
                <th scope="col">{t('columna.perfil')}</th>
                <th scope="col" className={`${style.figure} ${style.wide}`}>
                  {t('columna.personas')}
                </th>
                <th scope="col" className={style.figure}>
                  {t('columna.tienen')}
                </th>
                <th scope="col" className={style.figure}>
                  {t('columna.faltan')}
                </th>
                <th scope="col" className={style.wide}>
                  {t('columna.plazo')}
                </th>
                <th scope="col" className={style.figure}>
                  {t('columna.exigido')}
                </th>
              </tr>
            </thead>
            <tbody>
              {profiles.data.map((row) =>
                row.restringido ? (
                  <tr key={row.id}>
                    <th scope="row" className={style.muted}>
                      {row.nombre}
                    </th>
                    <td colSpan={5} className={`${style.figure} ${style.muted}`}>
                      {t(row.id_perfil_tipo === 1 ? 'restringidoColaborador' : 'restringidoAdicional')}
                    </td>
                  </tr>
                ) : (
                  <tr key={row.id}>
                    <th scope="row">
                      {row.nombre}
                      {row.desde && (
                        <div className={`second ${style.narrow}`}>
                          {t('desdeDiaPerfil', { fecha: dateText(row.desde, company.zona) })}
                        </div>
                      )}
                    </th>
                    <td className={`figures ${style.figure} ${style.wide}`}>{numberText(row.personas)}</td>
                    <td className={`figures ${style.figure}`}>{numberText(row.tienen)}</td>
                    <td
                      className={`figures ${style.figure} ${row.exigido && row.personas > row.tienen ? style.lack : ''}`}
                    >
                      {numberText(row.personas - row.tienen)}
                    </td>
                    <td className={`figures ${style.wide}`}>
                      {row.desde ? dateText(row.desde, company.zona) : '–'}
                    </td>
                    <td>
                      <Switch
                        checked={row.exigido}
                        withThumbIndicator={false}
                        onChange={() => setChosen(row)}
                        aria-label={t('exigir', { perfil: row.nombre })}
                        styles={{ body: { justifyContent: 'flex-end' } }}
                      />
                    </td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </div>
      )}
      {chosen && <Requirement row={chosen} onClose={() => setChosen(null)} />}
    </section>
  )
}

/** Turns the requirement on, from a day, or off; the company is named in the act. */
function Requirement({ row, onClose }: { row: Row; onClose: () => void }) {
  const { t } = useWords('security')
  const { company, profile } = useViewer()
  const own = useCall(security.factors, {})
  const inDays = (days: number) => addDays(company.hoy, days)
  const [day, setDay] = useState(inDays(14))
  const on = !row.exigido
  const isOwn =
    own.data?.factores.length === 0 && profile.perfiles.some(({ id, actual }) => actual && id === row.id)
  const lacking = row.personas - row.tienen
  return (
    <ConfirmDialog
      title={on ? t('exigirTitulo', { perfil: row.nombre }) : t('noExigirTitulo')}
      submit={t(on ? 'exigirBoton' : 'noExigirBoton')}
      act={(options) =>
        call(security.require, { id: row.id, exigido: on, ...(on && { plazo: day }) }, options)
      }
      proves={security.require.stepUp}
      refresh={[security.profiles, security.missing, security.movements, security.factors]}
      done={({ desde }) =>
        desde
          ? [
              t('exigidoDesde', { fecha: dateText(desde, company.zona) }),
              lacking > 0 && t('recordado', { count: lacking }),
            ]
              .filter(Boolean)
              .join(' ')
          : t('noExigido')
      }
      shut={on && !day}
      onClose={onClose}
    >
      <p>
        {on
          ? `${t('exigirTexto', { empresa: company.nombre, count: lacking })} ${isOwn ? t('alcanzaEstaCuenta') : ''}`
          : t('noExigirTexto', { empresa: company.nombre, perfil: row.nombre })}
      </p>
      {on && (
        <DayInput
          label={t('plazo')}
          description={t('plazoAyuda')}
          value={day}
          onChange={setDay}
          minDate={inDays(0)}
          maxDate={inDays(90)}
          withAsterisk
        />
      )}
    </ConfirmDialog>
  )
}
