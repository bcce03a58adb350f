/** The thirteen input types (SPEC 2.2); task outputs and flow outputs use the same names. */
export const inputTypeNames = [
  'STRING',
  'INT',
  'FLOAT',
  'BOOLEAN',
  'DATE',
  'DATETIME',
  'DURATION',
  'FILE',
  'JSON',
  'SECRET',
  'URI',
  'ENUM',
  'MULTISELECT',
] as const;

export type InputTypeName = (typeof inputTypeNames)[number];

export function isInputTypeName(name: string): name is InputTypeName {
  return (inputTypeNames as readonly string[]).includes(name);
}
