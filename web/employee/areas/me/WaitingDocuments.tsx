import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { me, type MyDocument } from '#contract/me/me.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { FirstWaiting, NextWaiting } from '#web/shared/mine/Waiting.tsx'
import style from '#web/shared/mine/mine.module.css'
import { employeePaths } from '#web/shared/pages/paths.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { form } from '../../forms.ts'
import { SigningNotice } from './SigningNotice.tsx'

const SignSheet = lazy(form(() => import('./SignSheet.tsx').then((loaded) => loaded.SignSheet)))

/** Documents that wait for the person's signature: the first as a picture, the others below it. */
export function WaitingDocuments({
  mine: { espera, firma_cerrada },
}: {
  mine: AnswerOf<typeof me.documents>
}) {
  const [first, ...others] = espera
  const maySign = firma_cerrada === null
  return (
    <>
      {firma_cerrada && <SigningNotice reason={firma_cerrada} />}
      {first && <First document={first} maySign={maySign} />}
      {others.length > 0 && <NextWaiting documents={others} to={employeePaths.document} />}
      {maySign && others.length > 0 && <SignTogether waiting={espera} />}
    </>
  )
}

function First({ document, maySign }: { document: MyDocument; maySign: boolean }) {
  const head = useCall(me.page, { id: document.id, c: 1, miniatura: true })
  return <FirstWaiting document={document} maySign={maySign} head={head} to={employeePaths.document} />
}

/** Those already opened can be chosen and signed with one password, conforme only. */
function SignTogether({ waiting }: { waiting: readonly MyDocument[] }) {
  const { t } = useWords('me')
  const [signing, setSigning] = useState(false)
  const read = waiting.filter(({ leido }) => leido)
  if (read.length < 2) return <p className={style.together}>{t('juntosComo')}</p>
  return (
    <>
      <Button size="lg" variant="outline" fullWidth onClick={() => setSigning(true)}>
        {t('firmarJuntos', { count: read.length })}
      </Button>
      {signing && (
        <Suspense>
          <SignSheet documents={read} onClose={() => setSigning(false)} />
        </Suspense>
      )}
    </>
  )
}
