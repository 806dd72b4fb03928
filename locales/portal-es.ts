import ownAccount from './es/account-own.json' with { type: 'json' }
import country from './es/country.json' with { type: 'json' }
import permissions from './es/permissions.json' with { type: 'json' }
import switchWords from './es/relations-switch.json' with { type: 'json' }
import shell from './es/shell.json' with { type: 'json' }
import frame from './es/shell-frame.json' with { type: 'json' }
import screens from './es/shell-screens.json' with { type: 'json' }
import words from './es/words.json' with { type: 'json' }

/** Words of the portal's frame. A screen's words are loaded with the screen. */
export const portalWords = {
  'account-own': ownAccount,
  country,
  permissions,
  'relations-switch': switchWords,
  shell,
  'shell-frame': frame,
  'shell-screens': screens,
  words,
}
