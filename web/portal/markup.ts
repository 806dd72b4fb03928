import DOMPurify from 'dompurify'
import { allowMarkup } from '#web/shared/pages/trusted.ts'

allowMarkup((markup) => DOMPurify.sanitize(markup))
