import { Button } from '@mantine/core'
import { useState } from 'react'
import { sso } from '#contract/sso.ts'
import { call } from '../calls/call.ts'
import { errorLine } from '../forms/fields.tsx'
import { useWords } from '../texts/useWords.ts'
import { makeVerifier, openProofChannel, type SsoProof } from './single-sign-on.ts'
import { useErrorText } from '../texts/texts.ts'

const longestMinutes = 10

/**
 * Asks the provider for a fresh sign-in, in a new window so that nothing here is lost, and waits for its code. Null
 * when none arrived.
 */
async function askProvider(): Promise<SsoProof | null> {
  // Opened by the press itself, before anything is waited for: later a browser would not let it.
  const opened = window.open('', '_blank', 'popup,width=520,height=680')
  const { verifier, state } = await makeVerifier()
  const { direccion } = await call(sso.again, { state }).catch((error: unknown) => {
    opened?.close()
    throw error
  })
  const answer = waitForCode()
  if (opened) opened.location.replace(direccion)
  else window.open(direccion, '_blank', 'noopener')
  const code = await answer
  return code === null ? null : { code, verifier }
}

function waitForCode(): Promise<string | null> {
  const channel = openProofChannel()
  return new Promise((resolve) => {
    const timer = setTimeout(() => end(null), longestMinutes * 60_000)
    const end = (code: string | null) => {
      clearTimeout(timer)
      channel.close()
      resolve(code)
    }
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== 'object' || data === null || !('code' in data) || typeof data.code !== 'string')
        return
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
      channel.postMessage('taken')
      end(data.code)
    })
  })
}

/** In the place of the password, where a provider opened the session: a fresh sign-in there. */
export function ProviderProof({ onProof }: { onProof: (proof: SsoProof) => Promise<void> | void }) {
  const { t } = useWords()
  const errorText = useErrorText()
  const [waiting, setWaiting] = useState(false)
  const [error, setError] = useState<string>()
  const go = async () => {
    setWaiting(true)
    setError(undefined)
    try {
      const proof = await askProvider()
      if (proof) await onProof(proof)
    } catch (reason) {
      setError(errorText(reason))
    }
    setWaiting(false)
  }
  return (
    <div>
      <Button variant="light" onClick={() => void go()} loading={waiting} data-autofocus>
        {t('paso.proveedor')}
      </Button>
      <p className="second" role="status">
        {t(waiting ? 'paso.proveedorEsperando' : 'paso.proveedorTexto')}
      </p>
      {error && (
        <div className="mantine-InputWrapper-error" role="alert">
          {errorLine(error)}
        </div>
      )}
    </div>
  )
}
