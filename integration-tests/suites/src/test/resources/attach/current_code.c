/*
 * An agent for JVMs of Java 8 and later that writes the code of classes as the JVM executes it. A retransformation would not show
 * it, because the JVM then begins with the original class file.
 *
 * The option is a directory. Its file "classes" has the descriptors of the classes, one per line. The agent writes the file "code":
 * for each loaded class the descriptor, the number of constants, the constants as in a class file, the number of methods, and for
 * each method the name, the descriptor and the instructions. Numbers have 4 bytes, and texts are preceded by their length.
 */
#include <jvmti.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PATH 4096

static int write_number(FILE *out, unsigned int number) {
    unsigned char bytes[4] = {number >> 24, number >> 16, number >> 8, number};
    return fwrite(bytes, 1, 4, out) == 4;
}

static int write_bytes(FILE *out, const void *bytes, size_t length) {
    return write_number(out, (unsigned int) length) && fwrite(bytes, 1, length, out) == length;
}

static int is_selected(const char *directory, const char *descriptor) {
    char path[MAX_PATH], line[MAX_PATH];
    int found = 0;
    snprintf(path, sizeof path, "%s/classes", directory);
    FILE *in = fopen(path, "r");
    if (in == NULL) return 0;
    while (!found && fgets(line, sizeof line, in) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        found = strcmp(line, descriptor) == 0;
    }
    fclose(in);
    return found;
}

static int write_method(jvmtiEnv *jvm, FILE *out, jmethodID method) {
    char *name, *descriptor;
    unsigned char *code = NULL;
    jint length = 0;
    if ((*jvm)->GetMethodName(jvm, method, &name, &descriptor, NULL) != JVMTI_ERROR_NONE) return 0;
    jvmtiError error = (*jvm)->GetBytecodes(jvm, method, &length, &code);
    /* A native method has no instructions. */
    if (error == JVMTI_ERROR_NATIVE_METHOD) length = 0;
    else if (error != JVMTI_ERROR_NONE) return 0;
    return write_bytes(out, name, strlen(name)) && write_bytes(out, descriptor, strlen(descriptor))
        && write_bytes(out, code, (size_t) length);
}

static int write_class(jvmtiEnv *jvm, FILE *out, jclass type, const char *descriptor) {
    jint count, length;
    unsigned char *constants;
    jmethodID *methods;
    if ((*jvm)->GetConstantPool(jvm, type, &count, &length, &constants) != JVMTI_ERROR_NONE) return 0;
    if (!write_bytes(out, descriptor, strlen(descriptor)) || !write_number(out, (unsigned int) count)
        || !write_bytes(out, constants, (size_t) length))
        return 0;
    if ((*jvm)->GetClassMethods(jvm, type, &count, &methods) != JVMTI_ERROR_NONE) return 0;
    if (!write_number(out, (unsigned int) count)) return 0;
    for (jint i = 0; i < count; i++)
        if (!write_method(jvm, out, methods[i])) return 0;
    return 1;
}

static int write_classes(jvmtiEnv *jvm, const char *directory) {
    char path[MAX_PATH];
    jint count;
    jclass *types;
    int complete = 1;
    if ((*jvm)->GetLoadedClasses(jvm, &count, &types) != JVMTI_ERROR_NONE) return 0;
    snprintf(path, sizeof path, "%s/code", directory);
    FILE *out = fopen(path, "wb");
    if (out == NULL) return 0;
    for (jint i = 0; i < count && complete; i++) {
        char *descriptor;
        if ((*jvm)->GetClassSignature(jvm, types[i], &descriptor, NULL) != JVMTI_ERROR_NONE) continue;
        if (is_selected(directory, descriptor)) complete = write_class(jvm, out, types[i], descriptor);
        (*jvm)->Deallocate(jvm, (unsigned char *) descriptor);
    }
    return fclose(out) == 0 && complete;
}

JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM *vm, char *directory, void *reserved) {
    jvmtiEnv *jvm;
    jvmtiCapabilities wanted;
    int complete;
    (void) reserved;
    if ((*vm)->GetEnv(vm, (void **) &jvm, JVMTI_VERSION_1_0) != JNI_OK) return 1;
    memset(&wanted, 0, sizeof wanted);
    wanted.can_get_bytecodes = 1;
    wanted.can_get_constant_pool = 1;
    complete = (*jvm)->AddCapabilities(jvm, &wanted) == JVMTI_ERROR_NONE && write_classes(jvm, directory);
    (*jvm)->DisposeEnvironment(jvm);
    return complete ? 0 : 1;
}
