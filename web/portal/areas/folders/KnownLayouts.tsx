import { IconTrash } from '@tabler/icons-react'
import { typeLayouts } from '#contract/massive/layouts.ts'
import { call } from '#web/shared/calls/call.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { ConfirmButton } from '#web/shared/forms/ConfirmDialog.tsx'
import { dateText, numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

/** The layouts that published files have taught, by which a type's files of few receipts are read. */
export function KnownLayouts({ typeId }: { typeId: number }) {
  const { t } = useWords('folders')
  const { data } = useCall(typeLayouts.list, { id: typeId })
  if (!data || data.length === 0) return null
  return (
    <section className="column gap-8" aria-label={t('lectura.formatos.titulo')}>
      <b>{t('lectura.formatos.titulo')}</b>
      <span className="second">{t('lectura.formatos.que')}</span>
      <ul className="plain-list column gap-8">
        {data.map(({ formato, version, colaboradores, archivo, guardado }) => (
          <li key={formato} className="column gap-4">
            <span className="column">
              <span>{t('lectura.formatos.uno', { formato, version })}</span>
              <span className="second">
                {t('lectura.formatos.de', {
                  count: colaboradores,
                  cuantos: numberText(colaboradores),
                  archivo: archivo ?? t('lectura.formatos.ajeno'),
                  fecha: dateText(guardado),
                })}
              </span>
            </span>
            <div>
              <ConfirmButton
                icon={<IconTrash size={18} aria-hidden />}
                label={t('lectura.formatos.olvidar', { formato })}
                submit={t('lectura.formatos.olvidar', { formato })}
                done={t('lectura.formatos.olvidado', { formato })}
                act={() => call(typeLayouts.forget, { id: typeId, formato })}
                refresh={[typeLayouts.list]}
              >
                <p>{t('lectura.formatos.alOlvidar')}</p>
              </ConfirmButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
