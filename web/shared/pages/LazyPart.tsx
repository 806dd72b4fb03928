import { Component, Suspense, type ReactNode } from 'react'
import { textOf } from '../texts/useWords.ts'
import { ChunkLoadError, reloadOnce } from './lazily.ts'
import { toastError } from './toasts.tsx'

/**
 * Error boundary of parts that are loaded on demand. After a new deployment the page reloads by itself; with unsaved
 * input it only shows a message and stays.
 */
export class LazyPart extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(error: unknown) {
    if (error instanceof ChunkLoadError) return { failed: true }
    throw error
  }

  override componentDidCatch() {
    if (reloadOnce()) return
    toastError({
      text: `${textOf('shell:versionNueva.titulo')}. ${textOf('shell:versionNueva.texto')}`,
      action: { label: textOf('accion.recargar'), run: () => location.reload() },
    })
  }

  override render() {
    return this.state.failed ? null : <Suspense fallback={null}>{this.props.children}</Suspense>
  }
}
