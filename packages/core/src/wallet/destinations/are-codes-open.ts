import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { Deps } from '../../deps.ts'

/** Whether members can prove a number by a texted code. Without texts the first payment proves it. */
export const areCodesOpen = ({ sms }: Pick<Deps, 'sms'>, { dailySmsLimit }: Pick<Economy, 'dailySmsLimit'>) =>
  sms.transport !== null && dailySmsLimit > 0
