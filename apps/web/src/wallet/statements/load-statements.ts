import { loadForMember } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'
import type { StatementChoice } from './statement-choice.ts'

export function loadStatements(loading: Loading & { deps: StatementChoice }): void {
  loadForMember(loading, ({ wallet }) => [wallet.getStatement.prefetch(loading.deps, { staleTime: 0 })])
}
