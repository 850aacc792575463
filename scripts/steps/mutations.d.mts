export type Mutation = { rule: string; file: string; from: string; to: string; tests: string; test: string }
export const mutations: readonly Mutation[]
