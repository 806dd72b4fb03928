import { Component, type ReactNode } from 'react'
import { ScreenError } from '#web/shared/pages/ScreenError.tsx'

/** A screen that fails takes its own place with it, not the page. */
export class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    return this.state.error ? <ScreenError error={this.state.error} /> : this.props.children
  }
}
