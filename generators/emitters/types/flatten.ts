import ts from 'typescript';

/**
 * Lifts the schemas out of the type of all components: one declaration each, which others name directly.
 *
 * `components['schemas']['Order']` becomes `Order`.
 */
export function flatten(nodes: readonly ts.Node[]): ts.Node[] {
  const components = nodes.filter(ts.isInterfaceDeclaration).find(({ name }) => name.text === 'components');
  const schemas = components?.members.filter(ts.isPropertySignature).find(({ name }) => nameOf(name) === 'schemas');
  if (!schemas?.type || !ts.isTypeLiteralNode(schemas.type)) return [];
  return schemas.type.members.filter(ts.isPropertySignature).map(declare);
}

function declare(member: ts.PropertySignature): ts.Node {
  const modifiers = [ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  const name = nameOf(member.name);
  const type = flattened(member.type ?? ts.factory.createKeywordTypeNode(ts.SyntaxKind.UnknownKeyword));
  const declaration = ts.isTypeLiteralNode(type)
    ? ts.factory.createInterfaceDeclaration(modifiers, name, undefined, undefined, type.members)
    : ts.factory.createTypeAliasDeclaration(modifiers, name, undefined, type);
  return ts.setSyntheticLeadingComments(declaration, ts.getSyntheticLeadingComments(member));
}

/** The same type with references by name, and with records that are read-only. */
function flattened(type: ts.TypeNode): ts.TypeNode {
  const visit = (node: ts.Node): ts.Node => {
    const name = ts.isIndexedAccessTypeNode(node) ? referenced(node) : undefined;
    if (name !== undefined) return ts.factory.createTypeReferenceNode(name);
    const inner = ts.visitEachChild(node, visit, undefined);
    return isRecord(inner) ? ts.factory.createTypeReferenceNode('Readonly', [inner]) : inner;
  };
  return ts.visitNode(type, visit, ts.isTypeNode);
}

/** True for `Record<…>`, which openapi-typescript leaves mutable. */
function isRecord(node: ts.Node): node is ts.TypeReferenceNode {
  return ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName) && node.typeName.text === 'Record';
}

function referenced({ objectType, indexType }: ts.IndexedAccessTypeNode): string | undefined {
  const within = ts.isIndexedAccessTypeNode(objectType) && ts.isTypeReferenceNode(objectType.objectType);
  return within && ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal)
    ? indexType.literal.text
    : undefined;
}

function nameOf(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : '';
}
