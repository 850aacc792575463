import { readOperatorEnv } from './operator/run-command.ts'
import { run } from './run.ts'
import { runOperatorCommand } from './run-operator-command.ts'

await runOperatorCommand(() => run(readOperatorEnv()))
