import { common } from '../../messages/en/common.ts'
import { landing } from '../../messages/en/landing.ts'
import { notice } from '../../messages/en/notice.ts'

/** What the landing page and every frame need; loaded with the first script. */
export const entry = {
  ...common,
  ...landing,
  ...notice,
}
