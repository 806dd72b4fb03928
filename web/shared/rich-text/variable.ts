import { Node } from '@tiptap/core'
import style from './rich-text.module.css'

/** A variable in a text: a chip with its name, which is moved and deleted as one letter. */
export const Variable = Node.create<{ labels: Readonly<Record<string, string>> }>({
  name: 'variable',
  group: 'inline',
  inline: true,
  atom: true,
  addOptions: () => ({ labels: {} }),
  addAttributes: () => ({ name: { default: '' } }),
  renderHTML({ node }) {
    const name = String(node.attrs['name'])
    return ['span', { class: style.chip, 'data-variable': name }, this.options.labels[name] ?? name]
  },
  renderText: ({ node }) => `{{${String(node.attrs['name'])}}}`,
})
