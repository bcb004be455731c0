import type ts from 'typescript';
import { loadTypescript } from './load.ts';

const compiler = loadTypescript();

/**
 * Lifts the schemas out of the type of all components: one declaration each, which others name directly.
 *
 * `components['schemas']['Order']` becomes `Order`.
 */
export function flatten(nodes: readonly ts.Node[]): ts.Node[] {
  const components = nodes.find(compiler.isTypeLiteralNode);
  const schemas = components?.members
    .filter(compiler.isPropertySignature)
    .find(({ name }) => nameOf(name) === 'schemas');
  if (!schemas?.type || !compiler.isTypeLiteralNode(schemas.type)) return [];
  return schemas.type.members.filter(compiler.isPropertySignature).map(declare);
}

function declare(member: ts.PropertySignature): ts.Node {
  const modifiers = [compiler.factory.createModifier(compiler.SyntaxKind.ExportKeyword)];
  const name = nameOf(member.name);
  const type = byName(member.type ?? compiler.factory.createKeywordTypeNode(compiler.SyntaxKind.UnknownKeyword));
  const declaration = compiler.isTypeLiteralNode(type)
    ? compiler.factory.createInterfaceDeclaration(modifiers, name, undefined, undefined, type.members)
    : compiler.factory.createTypeAliasDeclaration(modifiers, name, undefined, type);
  return compiler.setSyntheticLeadingComments(declaration, compiler.getSyntheticLeadingComments(member));
}

/** The same type with references by name. */
function byName(type: ts.TypeNode): ts.TypeNode {
  const visit = (node: ts.Node): ts.Node => {
    const name = compiler.isIndexedAccessTypeNode(node) ? referenced(node) : undefined;
    if (name !== undefined) return compiler.factory.createTypeReferenceNode(name);
    return compiler.visitEachChild(node, visit, undefined);
  };
  return compiler.visitNode(type, visit, compiler.isTypeNode);
}

function referenced({ objectType, indexType }: ts.IndexedAccessTypeNode): string | undefined {
  const within = compiler.isIndexedAccessTypeNode(objectType) && compiler.isTypeReferenceNode(objectType.objectType);
  return within && compiler.isLiteralTypeNode(indexType) && compiler.isStringLiteral(indexType.literal)
    ? indexType.literal.text
    : undefined;
}

function nameOf(name: ts.PropertyName): string {
  return compiler.isIdentifier(name) || compiler.isStringLiteral(name) ? name.text : '';
}
