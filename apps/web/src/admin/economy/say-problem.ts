import type { Problem } from '@chuma/contract/problems'
import type { Translate } from '../../i18n/i18n.ts'

/** Put a problem with a typed number into words. */
export function sayProblem(t: Translate, { code, params }: Problem): string {
  switch (code) {
    case 'REQUIRED':
      return t('economyProblem.required')
    case 'WRONG_TYPE':
      return t(params.expected === 'int' ? 'economyProblem.notWhole' : 'economyProblem.notANumber')
    case 'TOO_SMALL':
      return t('economyProblem.tooSmall', params)
    case 'TOO_BIG':
      return t('economyProblem.tooBig', params)
    case 'NOT_ABOVE':
      return t('economyProblem.notAbove', params)
    case 'TOO_FEW':
      return t('economyProblem.tooFew', params)
    case 'TOO_MANY':
      return t('economyProblem.tooMany', params)
    case 'TOO_MANY_DECIMALS':
      return t('economyProblem.decimals')
    case 'BELOW_FIELD':
      return t('economyProblem.belowField', params)
    case 'NOT_A_DAY':
      return t('economyProblem.notADay')
    case 'TIME_ZONE_UNKNOWN':
      return t('economyProblem.timeZone')
    default:
      return t('economyProblem.other')
  }
}
